#!/usr/bin/env bash
#
# Builds the command and the simulator's worker with the oldest compilers that will do,
# Ubuntu 22.04's: g++ 11 for gridlock itself, clang 14 for submissions.  What was built
# grades lab 01's reference, and one of its mistakes.
#
#   oldest_compilers_test.sh SOURCE BUILD
#
# Exit code 77: skipped, since one of the compilers is not here.

set -uo pipefail

source=$1 build=$2/oldest

for compiler in g++-11 clang++-14; do
  command -v "$compiler" > /dev/null || {
    echo "skipped: there is no $compiler here (Debian: apt-get install g++-11 clang-14)"
    exit 77
  }
done

mkdir -p "$build" || exit
log=$build/build.log
if ! { cmake -S "$source" --preset default -B "$build" -DCMAKE_CXX_COMPILER="$(command -v g++-11)" \
  -DGRIDLOCK_CLANGXX="$(command -v clang++-14)" \
  && ninja -C "$build" -j "$(nproc)" gridlock_cli gridlock_all gridlock-worker-sim; } \
  > "$log" 2>&1; then
  tail -n 40 "$log"
  exit 1
fi

export GRIDLOCK_ROOT=$source GRIDLOCK_BUILD_DIR=$build
gridlock=$build/bin/gridlock
"$gridlock" check 1 --solution --on sim --no-cures > "$log" || { cat "$log"; exit 1; }
if [[ -d $source/solutions ]]; then
  "$gridlock" check 1 --on sim --no-cures \
    --submission "$source/solutions/01_last_block/mistakes/no_fence.cu" > "$log" 2>&1
  grep -q data_race "$log" || { cat "$log"; exit 1; }
fi
