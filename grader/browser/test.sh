#!/usr/bin/env bash
# test.sh GRIDLOCK BUILD: builds the page, and checks a wrong file and the reference of lab 01 in
# headless Chromium: points, verdicts and the first finding are those of the command.  Where
# something that it needs is not here, it is skipped (exit code 77) and says what is missing.
set -uo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
root=$(readlink -f -- "$here/../..")
browser=$(command -v chromium || command -v chromium-browser) || {
  echo "skipped: there is no chromium here"
  exit 77
}
command -v python3 > /dev/null || { echo "skipped: there is no python3 here"; exit 77; }
site=$(bash "$here/build.sh" "$2")
case $? in
  0) ;;
  77) echo "$site"; exit 77 ;;
  *) exit 1 ;;
esac
cases=$2/browser/cases
rm -rf -- "$cases" && mkdir -p "$cases"
solution=$root/solutions/01_last_block
cp -- "$solution/last_block.cu" "$cases/reference.cu"
"$1" expand "$solution/mistakes/no_fence.cu" > "$cases/no_fence.cu" || exit 1
for file in "$cases"/*.cu; do
  "$1" check 1 --on sim --submission "$file" --json "${file%.cu}.json" > /dev/null
  [[ -s ${file%.cu}.json ]] || exit 1
done
cp -- "$here/click.mjs" "$2/browser/npm"
exec node "$2/browser/npm/click.mjs" "$browser" "$site" "$cases"
