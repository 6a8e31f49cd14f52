#!/usr/bin/env bash
#
# Makes the archive that Gradescope calls the autograder, for one lab.
#
#   docs/recipes/gradescope/make_bundle.sh LAB OUT.zip
#
# Upload OUT.zip under "Configure Autograder", with the base image Ubuntu 24.04 or newer.
# Gradescope then runs setup.sh once and run_autograder for each upload.
set -euo pipefail

(($# == 2)) || { echo "usage: ${0##*/} LAB OUT.zip" >&2; exit 2; }
here=$(cd -- "$(dirname -- "$0")" && pwd)
lab=$1
mkdir -p -- "$(dirname -- "$2")"
out=$(cd -- "$(dirname -- "$2")" && pwd)/${2##*/}
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT

"$here"/../../../gridlock export instructor "$folder/gridlock"
cp -- "$here"/setup.sh "$here"/run_autograder "$folder"
printf '%s\n' "$lab" > "$folder/lab"
rm -f -- "$out"
cd -- "$folder"
cmake -E tar cf "$out" --format=zip setup.sh run_autograder lab gridlock
echo "$out"
