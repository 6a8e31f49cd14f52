#!/usr/bin/env bash
#
# One test of the documentation; where something that it needs is not here, it is skipped
# (exit code 77) and says what is missing.
#
#   test.sh parts                  what the pages are made with
#   test.sh build GRIDLOCK BUILD   makes the pages; links and warnings are errors
#   test.sh click BUILD            steps through an interleaving, and clicks through the
#                                  pages, in a browser
set -uo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")

skip() {
  echo "skipped: $1"
  exit 77
}

need() {
  command -v "$1" > /dev/null || skip "there is no $1 here"
}

parts() {
  need sphinx-build  # The tests run in its Python.
  exec $(sed -n '1s/^#!//p' "$(command -v sphinx-build)") -B "$here/site_test.py"
}

build() {
  local name missing=''
  for name in $(awk '$1 == "docs" { print $2 }' "$here/../../grader/setup/needs.txt"); do
    bash "$here/../../grader/setup/has_for_docs.sh" "$name" || missing+=" $name"
  done
  [[ -z $missing ]] || skip "these are not here:$missing"
  has_matplotlib || skip "Python's matplotlib is not here"
  GRIDLOCK_BOOK_ALONE=1 exec bash "$here/build.sh" "$1" "$2"
}

has_matplotlib() {
  sh "$here/../../grader/setup/python_with.sh" matplotlib > /dev/null
}

# The packages go to the build folder, so that the tree stays as it is.
click() {
  local folder=$1/docs/click browser
  [[ -e $1/docs/html/index.html ]] || skip "the pages have not been built"
  need node
  need npm
  browser=$(command -v chromium || command -v chromium-browser) ||
    skip "there is no chromium here"
  mkdir -p "$folder" && cp "$here"/../package*.json "$here/click.mjs" "$folder" || exit 1
  cp "$here"/../../grader/player/{player.js,story.html,example.json} "$folder" || exit 1
  cp "$here/../../grader/player/click.mjs" "$folder/click_player.mjs" || exit 1
  if [[ ! -d $folder/node_modules/playwright-core ]]; then
    (cd "$folder" && timeout 60 npm ci --no-audit --no-fund --fetch-retries=0 \
      --fetch-timeout=15000) || skip "npm could not fetch playwright-core; is there a network?"
  fi
  node "$folder/click_player.mjs" "$browser" || exit 1
  exec node "$folder/click.mjs" "$browser" "$1/docs/html"
}

"$@"
