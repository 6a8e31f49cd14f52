#!/usr/bin/env bash
#
# The interleaving that the README of the repository shows, as ./gridlock draws it; with
# --check, also whether the report that the README quotes is what `check` prints.
#
#   docs/first_report/record.sh                 records it, after its looks have changed
#   docs/first_report/record.sh --check PROGRAM BUILD   whether PROGRAM draws the same
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "$0")")
export GRIDLOCK_ROOT=${here%/docs/*}
program=$GRIDLOCK_ROOT/gridlock out=$here scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
if [[ ${1-} == --check ]]; then
  program=$2 out=$scratch
  export GRIDLOCK_BUILD_DIR=$3
fi
submission=$GRIDLOCK_ROOT/solutions/01_last_block/mistakes/no_fence.cu
for file in report.svg steps.html; do
  "$program" trace 1 --submission "$submission" --out "$out/$file"
  cmp -- "$out/$file" "$here/$file" ||
    { echo "It has changed: look at it, then call docs/first_report/record.sh"; exit 1; }
done

# In C's locale the picture has the README's letters; its line of the GPU needs one.
COLUMNS=80 LC_ALL=C "$program" check 1 --on sim --no-cures --submission "$submission" \
  --only "lastBlock: the last block sees" > "$scratch/said" || (($? == 1))
sed -n '/^```text$/,/^```$/p' "$GRIDLOCK_ROOT/README.md" |
  grep -v -e '^```' -e '^ *GPU: ' > "$scratch/quoted"
[[ -s $scratch/quoted ]] || { echo "README.md quotes no report."; exit 1; }
if grep -vxFf "$scratch/said" "$scratch/quoted"; then
  echo "README.md quotes these lines, which ./gridlock check does not print now."
  exit 1
fi
