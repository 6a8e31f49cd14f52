#!/usr/bin/env bash
# build.sh GRIDLOCK BUILD: makes the book in BUILD/docs/html, a page to print and a zip.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
root=$(dirname -- "$(dirname -- "$here")")
export GRIDLOCK=$1 GRIDLOCK_BUILD_DIR=$2
docs=$2/docs
export GRIDLOCK_PICTURES=$docs/pictures GRIDLOCK_HEADERS=$docs/html/headers
theme=/usr/share/doxygen-awesome-css/doxygen-awesome.css
export GRIDLOCK_DOXYGEN_CSS=''
[[ ! -e $theme ]] || GRIDLOCK_DOXYGEN_CSS=$theme

cd -- "$root"
rm -rf -- "$docs/html" "$docs/doctrees" "$docs/pictures"
mkdir -p -- "$docs/pictures" "$GRIDLOCK_HEADERS"
doxygen -q "$here/Doxyfile"
for builder in print book; do
  sphinx-build -q -W --keep-going -n -b "$builder" -c "$here" -d "$docs/doctrees" . "$docs/html"
done
(cd -- "$docs" && python3 -m zipfile -c gridlock-book.zip html)
echo "$docs/html/index.html"
