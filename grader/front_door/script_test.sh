#!/usr/bin/env bash
#
# Tests of the ./gridlock script, in a copy of the repository whose program is a few
# lines of C++ and builds in a second.
#
#   bash grader/front_door/script_test.sh [TEST...]     a TEST is a function's name
#
# bare_machine.sh tests real installations; here apt-get, sudo and cmake are small stub
# scripts.

# shellcheck disable=SC2001,SC2016,SC2086
set -u
source_root=$(readlink -f -- "$(dirname -- "$0")/../..")
temporary=$(mktemp -d)
trap 'chmod -R u+w "$temporary"; rm -rf "$temporary"' EXIT
unset GRIDLOCK_BUILD_DIR GRIDLOCK_ROOT CMAKE_PREFIX_PATH
export HOME=$temporary/home XDG_CACHE_HOME=''
failed=0
passed=0

# A copy in $repo: the real script, presets and table; a program that says how it was
# called and ends with the code it is told.
make_copy() {
  repo=$temporary/$1
  mkdir -p "$repo/grader/front_door"
  cp "$source_root"/{gridlock,CMakePresets.json} "$repo"
  cp "$source_root"/grader/front_door/{needs.txt,dependencies.cmake,install.sh,built.sh} \
    "$source_root"/grader/front_door/{python_with,has_for_docs}.sh "$repo/grader/front_door"
  cat > "$repo/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.22)
project(stand_in LANGUAGES CXX)
include(grader/front_door/dependencies.cmake)
file(GLOB sources CONFIGURE_DEPENDS *.cpp)
add_executable(gridlock ${sources})
add_executable(gridlock-all EXCLUDE_FROM_ALL ${sources})
set_target_properties(gridlock gridlock-all PROPERTIES
  RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
add_custom_target(program DEPENDS gridlock)
add_custom_target(all-commands DEPENDS program gridlock-all)
END
  cat > "$repo/main.cpp" << 'END'
#include <cstdio>
#include <cstdlib>
int main(int argc, char** argv) {
  std::printf("program=%s\nroot=%s build=%s\n", argv[0], std::getenv("GRIDLOCK_ROOT"),
              std::getenv("GRIDLOCK_BUILD_DIR"));
  for (int i = 1; i < argc; ++i) std::printf("<%s>\n", argv[i]);
  return argc > 2 ? std::atoi(argv[2]) : 0;
}
END
}

# The first folder in PATH: stub NAME 'COMMANDS' puts a program there.
stub() {
  mkdir -p "$repo/stubs"
  printf '#!/bin/sh\n%s\n' "$2" > "$repo/stubs/$1"
  chmod +x "$repo/stubs/$1"
}

# Pretends to be another system: its name, and its version if it has one.
pretend_system() {
  printf 'ID=%s\nVERSION_ID="%s"\n' "$1" "${2-}" > "$repo/os-release"
  export GRIDLOCK_OS_RELEASE=$repo/os-release
}

pretend_nothing_can_be_installed() {
  printf 'ID=none\n' > "$temporary/os-release"
  export GRIDLOCK_OS_RELEASE=$temporary/os-release
}

# PATH without these programs, and with the stubs first.
path_without() {
  mkdir -p "$repo/path"
  # A name that lies in both folders is that of the first.
  ln -s /usr/bin/* "$repo/path" 2> /dev/null
  ln -s /bin/* "$repo/path" 2> /dev/null
  (cd "$repo/path" && rm -f -- "$@")
  echo "$repo/stubs:$repo/path"
}

# call ARGUMENTS...: runs the script without a terminal; sets $code and $text.
call() {
  text=$("$repo/gridlock" "$@" 2>&1 < /dev/null)
  code=$?
}

expect_code() { ((code == $1)) || fail "exit code $code, not $1"; }
expect_text() { [[ $text == *"$1"* ]] || fail "it does not say: $1"; }
expect_no_text() { [[ $text != *"$1"* ]] || fail "it says: $1"; }

fail() {
  printf 'FAILED %s: %s\n' "$test" "$1"
  sed 's/^/    /' <<< "$text"
  test_failed=1
}

# Puts a program into $repo/built that says so, and ends with this code at --version.
come_with_program() {
  mkdir -p "$repo/built/bin" "$repo/labs/01_last_block"
  echo "" > "$repo/labs/01_last_block/checks.cpp"
  printf '#!/bin/sh\n[ "$1" != --version ] || exit %s\necho "built: $*"\n' "$1" |
    tee "$repo/built/bin/gridlock" > "$repo/built/bin/gridlock-all"
  chmod +x "$repo/built/bin"/*
  bash "$repo/grader/front_door/built.sh" mark "$repo"
}

# --- The tests.

what_the_program_leaves_to_the_other_is_built_then() {
  make_copy other
  call class
  expect_text "program=$repo/build/default/bin/gridlock
"
  [[ ! -e $repo/build/default/bin/gridlock-all ]] || fail "it has built the other, too"
  GRIDLOCK_TARGET=all-commands call class 5
  expect_code 5
  expect_text "program=$repo/build/default/bin/gridlock-all
"
}

what_has_changed_of_the_banks_is_graded_besides_the_fixed_part() {
  make_copy bank
  in_copy() { git -C "$repo" -c user.name=n -c user.email=e "$@"; }
  mkdir -p "$repo"/{labs/01_last_block/results,labs/02_lock_barrier} "$repo/grader/hostile" \
    "$repo/solutions/01_last_block/mistakes"
  in_copy init -q && in_copy add . && in_copy commit -qm first
  echo 1 | tee "$repo/labs/02_lock_barrier/checks.cpp" "$repo/grader/hostile/odd.cu" \
    > "$repo/labs/01_last_block/results/gpu.csv"
  in_copy add . && in_copy commit -qm second
  echo 1 > "$repo/solutions/01_last_block/mistakes/no fence.cu"
  in_copy add .
  stub grade 'echo "$*"; [ "$2" != --lab ] || exit 1'
  text=$(bash "$source_root/grader/front_door/bank_test.sh" "$repo" "$repo/stubs/grade")
  code=$?
  expect_code 1
  local args
  for args in '--part 1/16' '--lab 02_lock_barrier --part 2/4' '--only hostile/odd' \
    '--lab 01_last_block --only mistakes/no fence'; do
    expect_text "selfcheck $args
selfcheck $args"
  done
  expect_no_text '01_last_block --part'
}

a_tree_that_comes_with_its_program_builds_nothing() {
  make_copy built
  come_with_program 0
  call check 1
  expect_text "built: check 1"
  GRIDLOCK_TARGET=all-commands GRIDLOCK_BUILD_DIR=$repo/build/default call trace
  expect_text "built: trace"
  [[ ! -e $repo/build/default/bin ]] || fail "it has built something"
  GRIDLOCK_BUILD_DIR=$temporary/own_build call check
  expect_text "program=$temporary/own_build/bin/gridlock"
  echo "" > "$repo/labs/01_last_block/own.h"
  call check 2
  expect_text "built: check 2"
  echo "// changed" >> "$repo/labs/01_last_block/checks.cpp"
  call check 3
  expect_text "The sources have changed since the program in built/ was built"
  expect_text "program=$repo/build/default/bin/gridlock"
  call check 4
  expect_no_text "have changed"
}

a_program_that_does_not_run_here_is_built() {
  make_copy foreign
  come_with_program 1
  call check 1
  expect_text "does not run here (it is for $(uname -m), glibc"
  expect_text "program=$repo/build/default/bin/gridlock"
  call check 2
  expect_no_text "does not run here"
}

submissions_need_a_compiler() {
  make_copy compiler
  come_with_program 0
  pretend_nothing_can_be_installed
  text=$(PATH=$(path_without $(cd /usr/bin && echo clang++*)) \
    "$repo/gridlock" check 1 2>&1 < /dev/null)
  code=$?
  expect_code 2
  expect_text "which are not installed: clang++"
}

nobody_works_in_the_labs_of_the_system() {
  make_copy installed
  come_with_program 0
  chmod a-w "$repo"
  local as_user=()  # Root may write everywhere, unless it drops the right to.
  ((EUID)) || as_user=(setpriv --bounding-set -dac_override --inh-caps -dac_override)
  text=$(cd / && "${as_user[@]}" "$repo/gridlock" check 1 2>&1)
  code=$?
  expect_code 2
  expect_text "gridlock export student ~/gridlock --built"
  text=$(cd / && "${as_user[@]}" "$repo/gridlock" run x.cu 2>&1)
  expect_text "built: run x.cu"
  mkdir -p "$temporary/mine/labs"
  printf '#!/bin/sh\necho "mine: $*"\n' > "$temporary/mine/gridlock"
  chmod +x "$temporary/mine/gridlock"
  text=$(cd "$temporary/mine" && "${as_user[@]}" "$repo/gridlock" check 1 2>&1)
  expect_text "mine: check 1"
}

an_installed_tree_is_not_worked_in_by_its_owner_either() {
  make_copy own/lib/gridlock
  come_with_program 0
  text=$(cd / && "$repo/gridlock" check 1 2>&1)
  code=$?
  expect_code 2
  expect_text "gridlock export student ~/gridlock --built"
}

arguments_and_exit_code_pass_through() {
  make_copy arguments
  ln -s "$repo/gridlock" "$temporary/link"
  cd / || return
  text=$("$temporary/link" --yes check 7 'two words' '' --yes -- --yes 2> /dev/null)
  code=$?
  expect_code 7
  expect_text "root=$repo build=$repo/build/default
<check>
<7>
<two words>
<>
<-->
<--yes>"
  call
  expect_code 0
}

a_tree_may_have_any_name() {
  pretend_nothing_can_be_installed
  make_copy "jürgen's (labs), 100% & more = ✓"
  call
  expect_code 0
  expect_text "root=$repo build=$repo/build/default"
  make_copy "jürgen's \"labs\" ✓ \$HOME; #[1] * \\"
  local home
  mkdir -p "$repo/home" "$temporary/a home"
  for home in "" / /nonexistent "$repo/home"; do
    HOME=$home call
    expect_code 2
    expect_text "CMake cannot build in $repo:"
    expect_text "XDG_CACHE_HOME=/var/tmp/you ./gridlock"
  done
  [[ ! -e $repo/build ]] || fail "it has tried to build"
  for home in HOME="$temporary/a home" XDG_CACHE_HOME="$temporary/cache"; do
    text=$(env "$home" "$repo/gridlock" 2>&1 < /dev/null)
    code=$?
    expect_code 0
    expect_text "root=$repo build=${home#*=}"
    expect_text "/gridlock/tree-"
    text=$(env "$home" "$repo/gridlock" 2>&1 < /dev/null)
    expect_no_text "Building:"
    [[ -x $repo/build/default/bin/gridlock ]] || fail "it has built elsewhere"
  done
}

a_limit_on_files_is_named() {
  make_copy limited
  text=$(ulimit -f 8; "$repo/gridlock" check 2>&1 < /dev/null)
  code=$?
  expect_code 3
  expect_text "beyond 8 KiB: ulimit -f unlimited"
}

a_small_stack_becomes_the_usual_one() {
  make_copy stack
  sed -i 's/return argc/std::system("ulimit -S -s"); &/' "$repo/main.cpp"
  text=$(ulimit -S -s 64; "$repo/gridlock" check 2>&1 < /dev/null)
  code=$?
  expect_code 0
  expect_text 8192
  # Root may raise a hard limit, unless it has lost that right.
  local without=
  ((EUID)) || without='setpriv --bounding-set -sys_resource --inh-caps -sys_resource'
  text=$(ulimit -s 64; $without "$repo/gridlock" check 2>&1 < /dev/null)
  code=$?
  expect_code 2
  expect_text "run ulimit -s 8192, in a new shell"
}

what_changed_is_built_and_nothing_else() {
  make_copy changes
  call
  expect_text "Building:"
  call
  expect_no_text "Building:"
  sed -i 's/root=/ROOT=/' "$repo/main.cpp"
  call
  expect_text "ROOT="
  echo 'int unused() { return 0; }' > "$repo/more.cpp"
  call
  expect_text "Building:"
  rm "$repo/more.cpp"
  call
  expect_code 0
  expect_text "Building:"
}

a_failed_build_shows_the_error() {
  make_copy broken
  sed -i 's/return argc/return no_such_name + argc/' "$repo/main.cpp"
  call check
  expect_code 3
  expect_text "no_such_name"
  expect_text "delete $repo/build/default"
  cp "$repo/main.cpp" "$repo/broken.cpp"
  sed -i 's/no_such_name + //' "$repo/main.cpp"
  rm "$repo/broken.cpp"
  call check
  expect_code 0
}

two_calls_at_once_share_a_build() {
  make_copy together
  "$repo/gridlock" first > "$repo/first.log" 2>&1 < /dev/null &
  call second
  expect_code 0
  expect_text "<second>"
  wait $! || fail "the other call ended with $?"
  text=$(< "$repo/first.log")
  expect_text "<first>"
}

an_interrupted_build_goes_on() {
  make_copy interrupted
  cat >> "$repo/CMakeLists.txt" << 'END'
add_custom_target(slow COMMAND test -e ${CMAKE_SOURCE_DIR}/hurry || sleep 60)
add_dependencies(gridlock slow)
END
  # timeout sends the signal to the whole group, as Ctrl-C on a terminal does.
  text=$(timeout --signal=INT 4 "$repo/gridlock" check 2>&1 < /dev/null)
  [[ ! -x $repo/build/default/bin/gridlock ]] || fail "the build was not interrupted"
  expect_text "interrupted.  The next call goes on from here."
  touch "$repo/hurry"
  call check
  expect_code 0
  expect_text "<check>"
}

a_moved_repository_is_built_again() {
  make_copy before
  call
  mv "$repo" "$temporary/after"
  repo=$temporary/after
  call
  expect_code 0
  expect_text "root=$repo"
}

another_copys_build_folder_is_left_alone() {
  make_copy one
  call
  local other=$repo/build/default
  make_copy two
  export GRIDLOCK_BUILD_DIR=$other
  call
  unset GRIDLOCK_BUILD_DIR
  expect_code 2
  expect_text "another copy"
}

a_folder_that_cannot_be_written_is_named() {
  make_copy unwritable
  touch "$repo/not-a-folder"
  export GRIDLOCK_BUILD_DIR=$repo/not-a-folder/build
  call
  unset GRIDLOCK_BUILD_DIR
  expect_code 2
  expect_text "cannot write to $repo/not-a-folder/build"
}

missing_tools_are_installed_with_the_libraries() {
  make_copy tools
  pretend_system debian 12
  # The stub installs ninja where the script will find it.
  stub apt-get 'echo "$@" >> "${0%/*}/../asked"
case "$*" in *ninja-build*) ln -sf /usr/bin/ninja "${0%/*}/ninja" ;; esac'
  stub sudo 'exec "$@"'
  PATH=$(path_without ninja) call
  expect_code 0
  expect_text "not installed: ninja doctest CLI11"
  text=$(cat "$repo/asked")
  expect_text "update"
  expect_text "install -y --no-install-recommends ninja-build doctest-dev libcli11-dev"
}

a_named_place_is_searched_before_libraries_are_installed() {
  make_copy prefix
  pretend_system ubuntu 24.04
  stub apt-get 'echo "$@" >> "${0%/*}/../asked"
case "$*" in *ninja-build*) ln -sf /usr/bin/ninja "${0%/*}/ninja" ;; esac'
  stub sudo 'exec "$@"'
  CMAKE_PREFIX_PATH=/usr PATH=$(path_without ninja) call
  expect_code 0
  text=$(cat "$repo/asked")
  expect_no_text "doctest-dev"
}

a_missing_library_is_installed_and_the_build_goes_on() {
  make_copy library
  pretend_system debian ''
  sed -i 's/^library   fmt  /library   no_such_library  /' \
    "$repo/grader/front_door/needs.txt"
  stub apt-get 'mkdir -p "${0%/*}/../place/lib/cmake/no_such_library"
touch "${0%/*}/../place/lib/cmake/no_such_library/no_such_library-config.cmake"'
  stub sudo 'exec "$@"'
  CMAKE_PREFIX_PATH=$repo/place PATH=$repo/stubs:$PATH call
  expect_code 0
  expect_text "not installed: no_such_library"
  expect_text "    libfmt-dev"
}

plots_bring_matplotlib_and_no_other_command_does() {
  make_copy plots
  pretend_system debian 12
  stub python3 'test -e "${0%/*}/../installed"'
  stub apt-get 'case "$*" in *python3-matplotlib*) touch "${0%/*}/../installed" ;; esac'
  stub sudo 'exec "$@"'
  local path
  path=$(path_without python3)
  PATH=$path call list
  expect_code 0
  PATH=$path call plot --help
  expect_no_text "matplotlib"
  PATH=$path call plot
  expect_code 0
  expect_text "not installed: matplotlib"
  PATH=$path call plot
  expect_no_text "matplotlib"
  expect_text "<plot>"

  rm "$repo/installed"
  stub apt-get 'echo "E: Unable to fetch some archives"; exit 100'
  PATH=$path call plot
  expect_code 2
  expect_text "apt-get install -y --no-install-recommends python3-matplotlib"
}

the_python_that_plots_need_not_be_the_first() {
  make_copy pythons
  stub python3 'exit 1'
  local finder=$repo/grader/front_door/python_with.sh folder="$repo/the second"
  mkdir "$folder"
  text=$(PATH=$repo/stubs /bin/sh "$finder" os)
  code=$?
  expect_code 1
  printf '#!/bin/sh\nexit 0\n' > "$folder/python3"
  chmod +x "$folder/python3"
  text=$(PATH=$repo/stubs:$folder:/usr/bin /bin/sh "$finder" os)
  code=$?
  expect_code 0
  [[ $text == "$folder/python3" ]] || fail "it is not the second"
}

tests_bring_the_formatters_and_no_other_command_does() {
  make_copy formatters
  pretend_system debian 12
  stub python3 'exit 0'
  stub clang-format 'echo Debian clang-format version 14.0.6'
  stub bwrap 'exit 0'
  stub debootstrap 'exit 0'
  stub apt-get 'for name in clang-format-19:clang-format-19 black:black npm:npm; do
case "$*" in *" ${name%:*}"*) printf "#!/bin/sh\n" > "${0%/*}/${name#*:}"
chmod +x "${0%/*}/${name#*:}" ;; esac; done'
  stub sudo 'exec "$@"'
  local path
  path=$(path_without python3 clang-format-19 black npm)
  PATH=$path call list
  expect_no_text "not installed"
  # A student's tree has no tests, and needs nothing for them.
  PATH=$path call test
  expect_no_text "not installed"
  mkdir "$repo/grader/tests"
  PATH=$path call test
  expect_code 0
  expect_text "not installed: clang-format-19 black npm"
  PATH=$path call test
  expect_no_text "not installed"
  rm "$repo/stubs/clang-format-19"
  stub clang-format 'echo clang-format version 19.1.7'
  PATH=$path call test
  expect_no_text "not installed"
}

only_a_replay_for_debugging_brings_gdb() {
  make_copy debugging
  pretend_system debian 12
  stub apt-get 'case "$*" in *gdb*) printf "#!/bin/sh\n" > "${0%/*}/gdb" &&
    chmod +x "${0%/*}/gdb" ;; esac'
  stub sudo 'exec "$@"'
  local path
  path=$(path_without gdb)
  PATH=$path call replay last_block x
  expect_code 0
  expect_no_text "gdb"
  PATH=$path call replay last_block x --debug
  expect_code 0
  expect_text "not installed: gdb"
  PATH=$path call replay last_block x --debug
  expect_no_text "not installed"
}

docs_bring_doxygen_and_no_other_command_does() {
  make_copy docs
  pretend_system debian 12
  stub python3 'exit 0'
  stub apt-get 'case "$*" in *doxygen*) printf "#!/bin/sh\n" > "${0%/*}/doxygen" &&
    chmod +x "${0%/*}/doxygen" ;; esac'
  stub sudo 'exec "$@"'
  local path
  path=$(path_without python3 doxygen sphinx-build)
  PATH=$path call list
  expect_code 0
  expect_no_text "doxygen"
  PATH=$path call docs --help
  expect_no_text "not installed"
  PATH=$path call docs
  expect_code 0
  expect_text "not installed: doxygen sphinx-build"
  expect_text "<docs>"

  rm "$repo/stubs/doxygen"
  stub apt-get 'echo "E: Unable to fetch some archives"; exit 100'
  PATH=$path call docs
  expect_code 2
  expect_text "apt-get install -y --no-install-recommends doxygen python3-sphinx"
}

slides_bring_node_and_a_browser_only_for_pdf() {
  make_copy slides
  pretend_system debian 12
  stub apt-get 'for name in nodejs:node npm:npm chromium:chromium; do
case "$*" in *" ${name%:*}"*) printf "#!/bin/sh\n" > "${0%/*}/${name#*:}"
chmod +x "${0%/*}/${name#*:}" ;; esac; done'
  stub sudo 'exec "$@"'
  stub python3 ''
  local path
  path=$(path_without node npm chromium chromium-browser google-chrome)
  PATH=$path call list
  expect_no_text "not installed"
  PATH=$path call slides --help
  expect_no_text "not installed"
  PATH=$path call slides
  expect_code 0
  expect_text "not installed: node npm"
  expect_no_text "chromium"
  PATH=$path call slides --pdf
  expect_code 0
  expect_text "not installed: chromium"
  PATH=$path call slides --pdf
  expect_no_text "not installed"
}

pictures_bring_their_converter_and_only_for_png() {
  make_copy pictures
  pretend_system debian 12
  stub apt-get 'case "$*" in *librsvg2-bin*) touch "${0%/*}/rsvg-convert" &&
  chmod +x "${0%/*}/rsvg-convert" ;; esac'
  stub sudo 'exec "$@"'
  local path
  path=$(path_without rsvg-convert chromium chromium-browser google-chrome)
  PATH=$path call trace last_block --out x.svg
  expect_code 0
  expect_no_text "rsvg-convert"
  PATH=$path call trace last_block --out x.png
  expect_code 0
  expect_text "not installed: rsvg-convert"
  PATH=$path call trace last_block --out x.png
  expect_no_text "not installed"
}

without_a_network_the_command_is_printed() {
  make_copy network
  pretend_system debian 12
  stub apt-get 'echo "E: Unable to fetch some archives"; exit 100'
  stub sudo 'exec "$@"'
  PATH=$(path_without ninja) call
  expect_code 2
  expect_text "E: Unable to fetch"
  expect_text "apt-get update"
  expect_text "apt-get install -y --no-install-recommends ninja-build"
}

an_interrupted_installation_is_finished_first() {
  make_copy dpkg
  pretend_system debian 12
  stub apt-get 'echo "E: dpkg was interrupted, run dpkg --configure -a"; exit 100'
  stub sudo 'exec "$@"'
  PATH=$(path_without ninja) call
  expect_code 2
  expect_text "    dpkg --configure -a"
  expect_text "apt-get update"
}

other_systems_get_their_own_command() {
  make_copy systems
  local path
  path=$(path_without ninja)
  pretend_system fedora 41
  PATH=$path call
  expect_code 2
  expect_text "dnf install -y ninja-build doctest-devel cli11-devel"
  pretend_system arch
  PATH=$path call
  expect_code 2
  expect_text "pacman -S --needed ninja doctest cli11"
  local system
  for system in "debian 11" "ubuntu 20.04" "opensuse-leap 15.6"; do
    pretend_system $system
    PATH=$path call
    expect_code 2
    expect_text "Debian 12, Ubuntu 22.04 and newer only"
    expect_text "ninja-build doctest-dev"
  done
}

a_terminal_is_asked_first() {
  make_copy terminal
  pretend_system debian 12
  stub apt-get 'case "$*" in *-y*) ln -sf /usr/bin/ninja "${0%/*}/ninja" ;; esac'
  stub sudo 'exec "$@"'
  local path
  path=$(path_without ninja)
  text=$(PATH=$path script -qec "'$repo/gridlock'" /dev/null <<< n)
  code=$?
  expect_code 2
  expect_text "Install them now? [Y/n]"
  expect_text "To install what is missing, run"
  text=$(PATH=$path script -qec "'$repo/gridlock' check" /dev/null <<< y)
  code=$?
  expect_code 0
  expect_text "<check>"
  rm "$repo/stubs/ninja"
  text=$(PATH=$path script -qec "'$repo/gridlock' --yes check" /dev/null <<< n)
  code=$?
  expect_code 0
  expect_no_text "Install them now?"
  rm "$repo/stubs/ninja"
  text=$(PATH=$path script -qec "'$repo/gridlock' check --yes" /dev/null <<< n)
  code=$?
  expect_code 0
  expect_no_text "Install them now?"
  expect_no_text "<--yes>"
}

an_old_cmake_counts_as_missing() {
  make_copy cmake
  pretend_system debian 12
  stub cmake 'echo "cmake version 3.18.4"'
  stub apt-get 'true'
  stub sudo 'exec "$@"'
  PATH=$repo/stubs:$PATH call
  expect_code 2
  expect_text "not installed: cmake"
  expect_text "must be 3.22 or newer"
}

tests=("$@")
if ((${#tests[@]} == 0)); then
  mapfile -t tests < <(sed -n '/^# --- The tests/,$s/^\([a-z_]*\)() {$/\1/p' "$0")
fi
for test in "${tests[@]}"; do
  test_failed=0
  unset GRIDLOCK_OS_RELEASE
  "$test"
  ((test_failed)) && ((++failed)) || ((++passed))
done
echo "$passed passed, $failed failed"
((failed == 0 && passed > 0))
