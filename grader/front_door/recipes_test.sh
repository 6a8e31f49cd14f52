#!/usr/bin/env bash
#
# Executes docs/recipes as far as a machine without their platforms can.
#
#   recipes_test.sh SOURCE BUILD         what Gradescope runs for an upload
#   recipes_test.sh SOURCE BUILD --deep  and all the rest: its image, GitLab's script in a
#                                        student's tree, and GitHub's own reader of
#                                        workflows, which comes from npm
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

# With the program that is built already.
export AUTOGRADER=$folder/autograder
mkdir -p "$AUTOGRADER/source/gridlock/build"
cp -- "$recipes/gradescope/run_autograder" "$AUTOGRADER/source"
echo 6 > "$AUTOGRADER/source/lab"
for part in docs grader labs solutions; do
  ln -s "$source_root/$part" "$AUTOGRADER/source/gridlock"
done
ln -s "$build" "$AUTOGRADER/source/gridlock/build/default"
try_autograder

if [[ $deep == --deep ]]; then
  rm -rf -- "$AUTOGRADER"
  unset GRIDLOCK_BUILD_DIR GRIDLOCK_ROOT
  "$recipes/gradescope/make_bundle.sh" 6 "$folder/bundle.zip" > "$folder/log" 2>&1 ||
    cat "$folder/log"
  mkdir -p "$AUTOGRADER/source"
  (cd "$AUTOGRADER/source" && cmake -E tar xf "$folder/bundle.zip")
  expect "Gradescope: the image is made" "$AUTOGRADER/source/setup.sh" > "$folder/log" 2>&1
  expect "Gradescope: without solutions" \
    test ! -e "$AUTOGRADER/source/gridlock/solutions"
  try_autograder

  "$source_root/gridlock" export student "$folder/student" > /dev/null
  python3 -c 'import sys, yaml
print("\n".join(yaml.safe_load(open(sys.argv[1]))["check"]["script"]))' \
    "$recipes/gitlab.yml" > "$folder/script"
  (cd "$folder/student" && bash -e "$folder/script") > "$folder/log" 2>&1
  expect "GitLab: skeletons fail" test $? -eq 1
  expect "GitLab: with a report" grep -q '<testsuites' "$folder/student/result.xml"

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
