#!/usr/bin/env bash
#
# The interleaving that the README of the repository shows, as ./gridlock draws it.
#
#   docs/first_report/record.sh                 records it, after its looks have changed
#   docs/first_report/record.sh --check PROGRAM BUILD   whether PROGRAM draws the same
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "$0")")
export GRIDLOCK_ROOT=${here%/docs/*}
program=$GRIDLOCK_ROOT/gridlock out=$here
if [[ ${1-} == --check ]]; then
  program=$2 out=$(mktemp -d)
  export GRIDLOCK_BUILD_DIR=$3
  trap 'rm -rf -- "$out"' EXIT
fi
for file in report.svg steps.html; do
  "$program" trace 1 --submission \
    "$GRIDLOCK_ROOT/solutions/01_last_block/mistakes/no_fence.cu" --out "$out/$file"
  cmp -- "$out/$file" "$here/$file" ||
    { echo "It has changed: look at it, then call docs/first_report/record.sh"; exit 1; }
done
