#!/usr/bin/env bash
#
# Gradescope runs this once, as root, when it makes the image: builds the grader.
set -euo pipefail

source=${AUTOGRADER:-/autograder}/source
cd -- "$source/gridlock"
./gridlock list --yes
# A submission could read them; all that grading needs of them is in the program now.
rm -rf solutions grader/hostile grader/tests
