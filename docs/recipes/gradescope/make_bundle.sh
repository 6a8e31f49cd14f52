#!/usr/bin/env bash
#
# Makes the archive that Gradescope calls the autograder, for one lab.
#
#   docs/recipes/gradescope/make_bundle.sh LAB OUT.zip
#
# Upload OUT.zip under "Configure Autograder".  It has a student's tree with a program that
# knows your hidden checks, so that Gradescope need not build one.  Gradescope runs setup.sh
# once and run_autograder for each upload.
set -euo pipefail

(($# == 2)) || { echo "usage: ${0##*/} LAB OUT.zip" >&2; exit 2; }
here=$(cd -- "$(dirname -- "$0")" && pwd)
root=$(cd -- "$here/../../.." && pwd)
lab=$1
mkdir -p -- "$(dirname -- "$2")"
out=$(cd -- "$(dirname -- "$2")" && pwd)/${2##*/}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
tree=$folder/gridlock

"${GRIDLOCK:-$root/gridlock}" export student "$tree" > /dev/null
build=${GRIDLOCK_BUILD_DIR:-$root/build/default}
cmake --build "$build" --target program-of-graders > /dev/null
cmake --install "$build" --component grader --strip --prefix "$tree/built" > /dev/null
bash "$tree/grader/setup/built.sh" mark "$tree"
# Only for an image on which the program does not run, so that another is built.
(cd -- "$root" && find solutions -name hidden_checks.cpp -exec cp --parents {} "$tree" \;)
cp -- "$here"/setup.sh "$here"/run_autograder "$folder"
printf '%s\n' "$lab" > "$folder/lab"
rm -f -- "$out"
cd -- "$folder"
cmake -E tar cf "$out" --format=zip setup.sh run_autograder lab gridlock
echo "$out"
