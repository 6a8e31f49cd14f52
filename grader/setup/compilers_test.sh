#!/usr/bin/env bash
#
# Builds the command and the simulator's worker with one compiler, and has another one
# compile the submissions: all references get their points, and a mistake is found.
#
#   compilers_test.sh SOURCE BUILD CXX CLANGXX
#
# Exit code 77: skipped, since one of the compilers is not here.

set -uo pipefail

source=$1 cxx=$3 clang=$4
build=$2/compilers/$cxx-$clang

for compiler in "$cxx" "$clang"; do
  command -v "$compiler" > /dev/null || {
    echo "skipped: there is no $compiler here (Debian: apt-get install ${compiler/++-/-})"
    exit 77
  }
done

mkdir -p "$build" || exit
log=$build/build.log
if ! { cmake -S "$source" --preset default -B "$build" -DCMAKE_CXX_COMPILER="$(command -v "$cxx")" \
  -DGRIDLOCK_CLANGXX="$(command -v "$clang")" \
  && ninja -C "$build" -j "$(nproc)" gridlock_cli gridlock_all gridlock-worker-sim; } \
  > "$log" 2>&1; then
  tail -n 40 "$log"
  exit 1
fi

export GRIDLOCK_ROOT=$source GRIDLOCK_BUILD_DIR=$build
gridlock=$build/bin/gridlock
"$gridlock" check --solution --on sim --no-cures > "$log" || { cat "$log"; exit 1; }
if [[ -d $source/solutions ]]; then
  "$gridlock" check 1 --on sim --no-cures \
    --submission "$source/solutions/01_last_block/mistakes/no_fence.cu" > "$log" 2>&1
  grep -q data_race "$log" || { cat "$log"; exit 1; }
fi
