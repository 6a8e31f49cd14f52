#!/usr/bin/env bash
#
# Executes docs/recipes as far as a machine without their platforms can.
#
#   recipes_test.sh SOURCE BUILD         Gradescope's bundle, image and grading, and Colab's
#                                        cells, with the program that is built already
#   recipes_test.sh SOURCE BUILD --deep  and all the rest: a bundle whose program does not
#                                        run, GitLab's script in a student's tree, GitHub's
#                                        own reader of workflows, which comes from npm, and
#                                        Colab's cells with the last commit's archive
#
# Exit codes: 0 passed, 1 failed, 77 skipped: a tree without solutions.

set -u
source_root=$1 build=$2 deep=${3-}
export NO_COLOR=1
folder=$(mktemp -d)
trap 'rm -rf -- "$folder"' EXIT
recipes=$source_root/docs/recipes
failed=0

[[ -d $source_root/solutions ]] || { echo "skipped: no solutions"; exit 77; }

expect() {
  local what=$1
  shift
  if "$@"; then echo "ok      $what"; else echo "FAILED  $what"; failed=1; fi
}

# is_score SCORE: what Gradescope would show.
is_score() {
  python3 -c 'import json, sys
results = json.load(open(sys.argv[1]))
tests = sum(test["score"] for test in results["tests"])
sys.exit(0 if results["score"] == tests == int(sys.argv[2]) else 1)' \
    "$AUTOGRADER/results/results.json" "$1"
}

# upload FILE: runs the autograder as Gradescope does.
upload() {
  rm -rf -- "$AUTOGRADER"/{submission,results}
  mkdir "$AUTOGRADER"/{submission,results}
  cp -- "$1" "$AUTOGRADER/submission"
  "$AUTOGRADER/source/run_autograder" > "$folder/log" 2>&1 || cat "$folder/log"
}

try_autograder() {
  upload "$source_root/solutions/06_concurrent_kernels/concurrent_kernels.cu"
  expect "Gradescope: the reference has all points" is_score 100
  upload "$source_root/labs/06_concurrent_kernels/concurrent_kernels.cu"
  expect "Gradescope: the skeleton has none" is_score 0
  echo 99 > "$AUTOGRADER/source/lab"
  upload "$source_root/labs/06_concurrent_kernels/concurrent_kernels.cu"
  expect "Gradescope: a fault of the grader is no zero" \
    test ! -e "$AUTOGRADER/results/results.json"
}

# run_cells FOLDER: executes the notebook's cells there, as Colab does: "%%bash" is all the
# magic that they may use.
run_cells() {
  python3 - "$recipes/colab.ipynb" "$1" << 'EOF' > "$folder/log" 2>&1
import json, subprocess, sys
cells = json.load(open(sys.argv[1]))["cells"]
scripts = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
for script in scripts:
    magic, code = script.split("\n", 1)
    assert magic == "%%bash", f"a cell for {magic}"
    print(code, flush=True)
    subprocess.run(["bash", "-s"], input=code, text=True, cwd=sys.argv[2], check=True)
EOF
}

try_notebook() {
  run_cells "$1"
  local code=$?
  ((code == 0)) || cat "$folder/log"
  expect "Colab: each cell ends well" test $code == 0
  expect "Colab: the skeleton has no points" grep -q 'score *0/100' "$folder/log"
  expect "Colab: the example races" grep -q '^data_race: ' "$folder/log"
  expect "Colab: there is a page to step through" \
    grep -q '<interleaving-player' "$1/steps.html"
}

mkdir -p "$folder/colab/gridlock"
ln -s "$source_root"/{docs,grader,labs,solutions} "$folder/colab/gridlock"
printf '#!/bin/sh\n[ "$1" != --yes ] || shift\nexec "%s/bin/gridlock" "$@"\n' "$build" \
  > "$folder/colab/gridlock/gridlock"
chmod +x "$folder/colab/gridlock/gridlock"
export GRIDLOCK_ROOT=$folder/colab/gridlock GRIDLOCK_BUILD_DIR=$build
try_notebook "$folder/colab"
unset GRIDLOCK_ROOT GRIDLOCK_BUILD_DIR

# image COMMAND: unpacks a bundle, runs the command there, and makes the image.
image() {
  rm -rf -- "$AUTOGRADER"
  mkdir -p "$AUTOGRADER/source"
  "$recipes/gradescope/make_bundle.sh" 6 "$folder/bundle.zip" > "$folder/log" 2>&1 ||
    cat "$folder/log"
  (cd "$AUTOGRADER/source" && cmake -E tar xf "$folder/bundle.zip" && $1)
  env -u GRIDLOCK_BUILD_DIR -u GRIDLOCK_ROOT "$AUTOGRADER/source/setup.sh" \
    > "$folder/log" 2>&1
  expect "Gradescope: the image is made" test $? == 0
  expect "Gradescope: without solutions" test ! -e "$AUTOGRADER/source/gridlock/solutions"
}

export AUTOGRADER=$folder/autograder
export GRIDLOCK=$build/bin/gridlock-all GRIDLOCK_ROOT=$source_root GRIDLOCK_BUILD_DIR=$build
image true
expect "Gradescope: nothing is built there" \
  test ! -e "$AUTOGRADER/source/gridlock/build/default/build.ninja"
try_autograder

if [[ $deep == --deep ]]; then
  image "rm gridlock/built/lib/libfmt.so.*"
  expect "Gradescope: a program that does not run there is said to be so" \
    grep -q "so another is built" "$folder/log"
  try_autograder
  unset GRIDLOCK_BUILD_DIR GRIDLOCK_ROOT GRIDLOCK

  "$source_root/gridlock" export student "$folder/student" > /dev/null
  python3 -c 'import sys, yaml
print("\n".join(yaml.safe_load(open(sys.argv[1]))["check"]["script"]))' \
    "$recipes/gitlab.yml" > "$folder/script"
  (cd "$folder/student" && bash -e "$folder/script") > "$folder/log" 2>&1
  expect "GitLab: skeletons fail" test $? -eq 1
  expect "GitLab: with a report" grep -q '<testsuites' "$folder/student/result.xml"

  mkdir "$folder/colab_deep"
  git -C "$source_root" archive --prefix=gridlock/ \
    -o "$folder/colab_deep/gridlock.tar.gz" HEAD
  try_notebook "$folder/colab_deep"

  mkdir "$folder/npm"
  (cd "$folder/npm" && npm install --silent @actions/workflow-parser@0.3 esbuild@0.25) ||
    exit 1
  cat > "$folder/npm/read.mjs" << 'EOF'
import fs from "node:fs";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
const file = { name: "gridlock.yml", content: fs.readFileSync(process.argv[2], "utf8") };
const read = parseWorkflow(file, new NoOperationTraceWriter());
const errors = read.context.errors.getErrors();
for (const error of errors) console.error(error.message);
process.exitCode = errors.length ? 1 : 0;
EOF
  (cd "$folder/npm" && npx esbuild read.mjs --bundle --platform=node --log-level=error \
    --outfile=read.cjs)
  expect "GitHub: reads the workflow" node "$folder/npm/read.cjs" "$recipes/github.yml"
  sed 's/runs-on/run-on/' "$recipes/github.yml" > "$folder/wrong.yml"
  expect "GitHub: and refuses a wrong one" \
    bash -c '! node "$1" "$2" 2> /dev/null' - "$folder/npm/read.cjs" "$folder/wrong.yml"
fi
exit $failed
