#!/usr/bin/env bash
# test.sh GRIDLOCK BUILD [--browser]: builds the page, and checks a wrong file and the reference of
# lab 01 in its grader, in Node, or in the page itself in headless Chromium: each check has the
# verdict, points and first finding that the command gives.  Where something that it needs is not
# here, it is skipped (exit code 77) and says what is missing.
set -uo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
root=$(readlink -f -- "$here/../..")
skip() {
  echo "skipped: $1"
  exit 77
}
if [[ ${3:-} == --browser ]]; then
  browser=$(command -v chromium || command -v chromium-browser) || skip "there is no chromium here"
  command -v python3 > /dev/null || skip "there is no python3 here"
fi
site=$(bash "$here/build.sh" "$2")
case $? in
  0) ;;
  77) echo "$site"; exit 77 ;;
  *) exit 1 ;;
esac
out=$2/browser
cases=$out/cases
rm -rf -- "$cases" && mkdir -p "$cases"
solution=$root/solutions/01_last_block
cp -- "$solution/last_block.cu" "$cases/reference.cu"
"$1" expand "$solution/mistakes/no_fence.cu" > "$cases/no_fence.cu" || exit 1
for file in "$cases"/*.cu; do
  "$1" check 1 --on sim --submission "$file" --json "${file%.cu}.json" > /dev/null
  [[ -s ${file%.cu}.json ]] || exit 1
done
[[ ! -v browser ]] || exec node "$out/npm/click.mjs" "$browser" "$site" "$cases"
[[ -e $out/node ]] || skip "there is no Node with JavaScript Promise Integration, as 25 has"
exec "$out/node" "$out/npm/compare.mjs" "$out" "$cases"
