#!/usr/bin/env bash
# build.sh GRIDLOCK BUILD: makes the book in BUILD/docs/html, a page to print and a zip.
set -euo pipefail

cd -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")/../.."
docs=$2/docs
export GRIDLOCK=$1 GRIDLOCK_ROOT=$PWD GRIDLOCK_BUILD_DIR=$2 NO_COLOR=1 COLUMNS=80
export GRIDLOCK_PICTURES=$docs/pictures GRIDLOCK_HEADERS=$docs/html/headers
GRIDLOCK_PYTHON=$(sh grader/setup/python_with.sh matplotlib || echo python3)
export GRIDLOCK_PYTHON PYTHONPATH=$PWD/docs/site:$PWD/grader/bench PYTHONDONTWRITEBYTECODE=1

# The page with the labs lies beside the book, but for GRIDLOCK_BOOK_ALONE: it takes minutes.
status=0
page=$([[ ! -v GRIDLOCK_BOOK_ALONE ]] || exit 77; bash grader/browser/build.sh "$2") || status=$?
case $status in
  0) export GRIDLOCK_PAGE=1 ;;
  77) echo "$page" >&2 ;;
  *) exit "$status" ;;
esac
rm -rf -- "$docs/html" "$docs/doctrees" "$docs/pictures"
mkdir -p -- "$GRIDLOCK_PICTURES" "$GRIDLOCK_HEADERS"
doxygen -q docs/site/Doxyfile
cp -- "$GRIDLOCK_HEADERS"/{annotated,index}.html  # Its landing page, which would be blank.
for builder in print book; do
  sphinx-build -q -W --keep-going -n -b "$builder" -c docs/site -d "$docs/doctrees" . "$docs/html"
done
[[ ! -v GRIDLOCK_PAGE ]] || cp -r -- "$page" "$docs/html/page"
(cd -- "$docs" && python3 -m zipfile -c gridlock-book.zip html)
echo "$docs/html/index.html"
