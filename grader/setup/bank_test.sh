#!/usr/bin/env bash
#
# Grades the part of the banks that every run of the tests grades: each 32nd file, always
# the same ones; the files that the last commit or the working tree changed; and, if a
# lab's own files were changed, each fourth file of that lab (fewer of each if there are
# several such labs).  `selfcheck` alone grades all files, which takes hours on two
# processors.
#
#   bank_test.sh SOURCE GRIDLOCK

set -uo pipefail

source=$1 gridlock=$2
failed=0

grade() {
  echo "selfcheck $*"
  "$gridlock" selfcheck "$@" || failed=1
}

# Without a history, as in an archive of the sources, nothing is known to have changed.
changed=$(git -C "$source" diff --relative --name-only HEAD~1 -- labs solutions \
  grader/hostile 2> /dev/null)

grade --part 1/32
mapfile -t labs < <(sed -nE 's,^labs/([0-9]+_[^/]+)/.*\.(cpp|cu|cuh|h|toml)$,\1,p' \
  <<< "$changed" | sort -u)
for lab in "${labs[@]}"; do
  grade --lab "$lab" --part "2/$((4 * ${#labs[@]}))"
done
while read -r file; do
  [[ -e $source/$file ]] || continue
  case $file in
    solutions/*/*/*.cu)
      file=${file#solutions/}
      lab=${file%%/*} file=${file#*/}
      grade --lab "$lab" --only "${file%.cu}"
      ;;
    grader/hostile/*.cu)
      file=${file#grader/}
      grade --only "${file%.cu}"
      ;;
  esac
done <<< "$changed"
exit "$failed"
