#!/usr/bin/env bash
#
# Builds a copy of the tree, and grades with it, in a folder whose name contains
# characters that are special to shells, CMake, compilers and linkers.
#
#   odd_folder.sh TREE
set -uo pipefail

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
copy=$place/"jürgen's \"labs\", ✓"
export HOME=$place/home XDG_CACHE_HOME=
unset GRIDLOCK_ROOT GRIDLOCK_BUILD_DIR
failed=0

# expect CODE TEXT COMMAND...
expect() {
  local code=$1 says=$2 said ended
  shift 2
  said=$("$@" 2>&1 < /dev/null)
  ended=$?
  ((ended == code)) && [[ $said == *"$says"* ]] && return
  printf 'FAILED (exit code %s, not %s, or it does not say "%s"): %s\n%s\n' \
    "$ended" "$code" "$says" "$*" "$(tail -n 40 <<< "$said")"
  failed=1
}

mkdir -p "$HOME" "$copy"
tar -C "$1" --exclude=./build --exclude=./.git -cf - . | tar -C "$copy" -xf - || exit 1
cd "$copy" || exit 1
expect 0 "You can do every lab here" ./gridlock doctor
expect 0 "1a" ./gridlock hint 1
if [[ -d solutions ]]; then
  expect 0 "100/100" ./gridlock check 1 --solution --on sim
  # A header of the student's own, beside the submission.
  mkdir "hand in, ✓"
  printf '#pragma once\n' > "hand in, ✓/größe.cuh"
  sed '1i #include "größe.cuh"' solutions/01_last_block/last_block.cu \
    > "hand in, ✓/last_block.cu"
  expect 0 "100/100" ./gridlock check 1 --submission "hand in, ✓" --on sim
  expect 0 "data_race" ./gridlock trace 1 --demo --out "ü \"1\".svg" --out "ü.json"
  [[ -s "ü \"1\".svg" && -s ü.json ]] || failed=1
fi
cp grader/tests/sim/programs/three_races.cu "ü's.cu"
expect 1 "./gridlock replay \"ü's.cu\"" ./gridlock run "ü's.cu"

# What students get works without solutions/, or says that it needs them.
rm -rf solutions
expect 0 "07_stream_wait" ./gridlock list
expect 1 "1a  The guard" ./gridlock check 1 --on sim
expect 0 "hint 2 of 3" ./gridlock hint 1
expect 0 "watch 1" ./gridlock next
expect 2 "Your file is as it was" ./gridlock reset 1
expect 0 "x.svg" ./gridlock trace 1 --out x.svg
expect 0 "Every sample is in" ./gridlock bench sim --quick
for words in "check 1 --solution" "trace 1 --demo --out x.svg" "skeleton 1" "demo 1" \
  "selfcheck" "slides" "expand grader/hostile/honest.cu"; do
  expect 2 "solutions/" ./gridlock $words
done
exit $failed
