#!/usr/bin/env bash
#
# Tests of format.sh and of the hook .githooks/pre-commit, on files planted for them.
# Needs the formatters; GRIDLOCK_BUILD_DIR is where prettier is, or will be.
#
#   bash grader/setup/format_test.sh [TEST...]     a TEST is a function's name
set -u

source_root=$(readlink -f -- "$(dirname -- "$0")/../..")
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
failed=0

# plant FOLDER NAME TEXT
plant() {
  mkdir -p "$(dirname -- "$1/$2")"
  printf '%s\n' "$3" > "$1/$2"
}

# check FOLDER: leaves what format.sh says in $text, its exit code in $code.
check() {
  text=$("$source_root/grader/setup/format.sh" --check --in "$1" 2>&1)
  code=$?
}

fail() {
  printf 'FAILED %s: %s\n%s\n' "$test" "$1" "$text"
  failed=1
}

expect_code() { ((code == $1)) || fail "exit code $code, not $1"; }
expect_text() { [[ $text == *"$1"* ]] || fail "it does not say: $1"; }
expect_no_text() { [[ $text != *"$1"* ]] || fail "it says: $1"; }

# repository: an empty one in $folder, with our hook and without the user's settings.
repository() {
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1
  folder=$temporary/$test
  git init --quiet "$folder"
  git -C "$folder" config user.name A
  git -C "$folder" config user.email a@example.com
  mkdir -p "$folder/grader"
  cp -r "$source_root"/{.githooks,.clang-format,.prettierrc.json,pyproject.toml} "$folder"
  cp -r "$source_root/grader/setup" "$folder/grader"
  git -C "$folder" config core.hooksPath .githooks
}

commit() {
  text=$(git -C "$folder" commit --quiet -m x 2>&1)
  code=$?
}

# --- The tests ----------------------------------------------------------------------

each_kind_of_file_is_looked_at() {
  local folder=$temporary/$test name
  for name in a.cpp a.h a.inc a.cu a.cuh; do plant "$folder" "$name" 'int  a;'; done
  plant "$folder" sub/a.py "a = 'b'"
  plant "$folder" a.js "const a = 'b'"
  plant "$folder" "with space.mjs" "const a = 'b'"
  plant "$folder" a.css 'a{color:red}'
  check "$folder"
  expect_code 1
  for name in a.cpp a.h a.inc a.cu a.cuh sub/a.py a.js "with space.mjs" a.css; do
    expect_text $'\n'"$name"$'\n'
  done
  expect_text "To format all: grader/setup/format.sh"
}

what_is_formatted_passes() {
  local folder=$temporary/$test
  plant "$folder" a.cu 'int a;'
  plant "$folder" a.py 'a = "b"'
  plant "$folder" a.mjs 'const a = "b";'
  check "$folder"
  expect_code 0
  [[ -z $text ]] || fail "it says something"
}

texts_are_not_broken_and_headers_stay() {
  local folder=$temporary/$test word
  word=$(printf 'word%.0s' {1..30})
  plant "$folder" a.cu "// expect: data_race
// A story.
// overlay
// without: a_function

const char* text =
    \"${word:0:60} $word\";
void f() {
  // Before the dots.
  // ...
  //# // TODO 1: it stays as it is, and it is longer than any line may be: $word
}"
  check "$folder"
  expect_no_text "a.cu"
  expect_code 0
}

what_cannot_be_read_is_an_error() {
  local folder=$temporary/$test
  plant "$folder" a.py 'def ('
  plant "$folder" a.mjs 'const ='
  check "$folder"
  expect_code 1
  expect_text "a.py"
  expect_text "a.mjs"
}

submissions_that_are_bad_on_purpose_are_left_alone() {
  local folder=$temporary/$test
  plant "$folder" grader/hostile/a.cu 'int  a;'
  plant "$folder" build/a.cu 'int  a;'
  plant "$folder" grader/build/a.cu 'int  a;'
  plant "$folder" grader/tests/build/a.cu 'int  a;'
  check "$folder"
  expect_text "grader/build/a.cu"
  expect_text "grader/tests/build/a.cu"
  expect_no_text hostile
  expect_no_text $'\nbuild/'
}

a_missing_formatter_is_an_error() {
  local folder=$temporary/$test program tools
  tools=$temporary/tools
  plant "$folder" a.cpp 'int a;'
  plant "$folder" a.py 'a = "b"'
  plant "$folder" a.js 'const a = "b";'
  mkdir "$tools"
  for program in bash dirname readlink find sort; do
    ln -s "$(type -P $program)" "$tools/$program"
  done
  PATH=$tools check "$folder"
  expect_code 2
  expect_text "apt-get install clang-format-19"
  expect_text "apt-get install black"
  expect_text "apt-get install nodejs npm"
  printf '#!/bin/sh\necho clang-format version 3.9.1\n' > "$tools/clang-format"
  chmod +x "$tools/clang-format"
  PATH=$tools check "$folder"
  expect_text "apt-get install clang-format-19"
}

the_hook_refuses_what_is_not_formatted() {
  repository
  plant "$folder" a.cu 'int  a;'
  git -C "$folder" add a.cu
  commit
  expect_code 1
  expect_text $'\na.cu\n'
  expect_text "No commit was made"
  plant "$folder" a.cu 'int a;'
  git -C "$folder" add a.cu
  plant "$folder" a.cu 'int  b;'
  plant "$folder" b.cu 'int  b;'
  commit
  expect_code 0
}

tests=("$@")
if ((${#tests[@]} == 0)); then
  mapfile -t tests < <(sed -n '/^# --- The tests/,$s/^\([a-z_]*\)() {$/\1/p' "$0")
fi
for test in "${tests[@]}"; do "$test"; done
echo "${#tests[@]} tests"
((failed == 0))
