#!/usr/bin/env bash
#
# Tests of the ./gridlock script, in a copy of the repository whose program is a few
# lines of C++ and builds in a second.
#
#   bash grader/setup/script_test.sh [TEST...]     a TEST is a function's name
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

# A copy in $repo: the real script, presets and needs.txt, and a program that prints how
# it was called and exits with its second argument.
make_copy() {
  repo=$temporary/$1
  mkdir -p "$repo/grader/setup"
  cp "$source_root"/{gridlock,CMakePresets.json} "$repo"
  cp "$source_root"/grader/setup/{needs.txt,dependencies.cmake,install.sh,built.sh} \
    "$source_root"/grader/setup/{python_with,has_for_docs}.sh "$repo/grader/setup"
  cat > "$repo/CMakeLists.txt" << 'END'
cmake_minimum_required(VERSION 3.22)
project(stand_in LANGUAGES CXX)
include(grader/setup/dependencies.cmake)
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

# stub NAME 'COMMANDS': puts a program into the first folder in PATH.
stub() {
  mkdir -p "$repo/stubs"
  printf '#!/bin/sh\n%s\n' "$2" > "$repo/stubs/$1"
  chmod +x "$repo/stubs/$1"
}

# Pretends to be another system.  The arguments: its name and, if it has one, its version.
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
  # If both folders have a name, the first folder's link stays.
  ln -s /usr/bin/* "$repo/path" 2> /dev/null
  ln -s /bin/* "$repo/path" 2> /dev/null
  (cd "$repo/path" && rm -f -- "$@")
  echo "$repo/stubs:$repo/path"
}

# run COMMAND...: runs it without a terminal; sets $code and $text.
run() {
  text=$("$@" 2>&1 < /dev/null)
  code=$?
}

call() { run "$repo/gridlock" "$@"; }

# on_debian NAME PACKAGE:PROGRAM...: a copy on a Debian whose apt-get has these packages,
# each with a program that does nothing.
on_debian() {
  make_copy "$1"
  pretend_system debian 12
  stub sudo '[ "$1" != -n ] || shift; exec "$@"'
  stub apt-cache 'exit 0'
  stub apt-get "for each in ${*:2}"'; do case "$*" in *" ${each%:*}"*)
printf "#!/bin/sh\n" > "${0%/*}/${each#*:}" && chmod +x "${0%/*}/${each#*:}" ;; esac; done'
}

# brings NAMES COMMAND...: checks that the command works, and installs NAMES first, once.
brings() {
  call "${@:2}"
  expect 0 "not installed: $1"
  needs_nothing "${@:2}"
}

needs_nothing() {
  call "$@"
  expect 0
  says_not "not installed"
}

# cannot_fetch PACKAGES COMMAND...: without a network, it prints the command to run.
cannot_fetch() {
  stub apt-get 'echo "E: Unable to fetch some archives"; exit 100'
  call "${@:2}"
  expect 2 "E: Unable to fetch" "apt-get update"
  says "apt-get install -y --no-install-recommends $1"
}

# expect CODE TEXT...: checks the exit code of the last call, and what the call printed.
expect() {
  ((code == $1)) || fail "exit code $code, not $1"
  says "${@:2}"
}
says() {
  local each
  for each in "$@"; do [[ $text == *"$each"* ]] || fail "it does not say: $each"; done
}
says_not() { [[ $text != *"$1"* ]] || fail "it says: $1"; }

fail() {
  printf 'FAILED %s: %s\n' "$test" "$1"
  sed 's/^/    /' <<< "$text"
  test_failed=1
}

# Puts a program into $repo/built that prints "built: " and its arguments.  If called with
# --version, the program exits with the code $1.
come_with_program() {
  mkdir -p "$repo/built/bin" "$repo/labs/01_last_block"
  echo "" > "$repo/labs/01_last_block/checks.cpp"
  printf '#!/bin/sh\n[ "$1" != --version ] || exit %s\necho "built: $*"\n' "$1" |
    tee "$repo/built/bin/gridlock" > "$repo/built/bin/gridlock-all"
  chmod +x "$repo/built/bin"/*
  bash "$repo/grader/setup/built.sh" mark "$repo"
}

# --- The tests.

what_the_program_leaves_to_the_other_is_built_then() {
  make_copy other
  call class
  says "program=$repo/build/default/bin/gridlock
"
  [[ ! -e $repo/build/default/bin/gridlock-all ]] || fail "it has built the other, too"
  GRIDLOCK_TARGET=all-commands call class 5
  expect 5 "program=$repo/build/default/bin/gridlock-all
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
  run bash "$source_root/grader/setup/bank_test.sh" "$repo" "$repo/stubs/grade"
  expect 1
  local args
  for args in '--part 1/32' '--lab 02_lock_barrier --part 2/4' '--only hostile/odd' \
    '--lab 01_last_block --only mistakes/no fence'; do
    says "selfcheck $args
selfcheck $args"
  done
  says_not '01_last_block --part'
}

a_tree_that_comes_with_its_program_builds_nothing() {
  make_copy built
  come_with_program 0
  call check 1
  says "built: check 1"
  GRIDLOCK_TARGET=all-commands GRIDLOCK_BUILD_DIR=$repo/build/default call trace
  says "built: trace"
  [[ ! -e $repo/build/default/bin ]] || fail "it has built something"
  GRIDLOCK_BUILD_DIR=$temporary/own_build call check
  says "program=$temporary/own_build/bin/gridlock"
  echo "" > "$repo/labs/01_last_block/own.h"
  call check 2
  says "built: check 2"
  echo "// changed" >> "$repo/labs/01_last_block/checks.cpp"
  call check 3
  says "The sources have changed since the program in built/ was built"
  says "program=$repo/build/default/bin/gridlock"
  call check 4
  says_not "have changed"
}

a_program_that_does_not_run_here_is_built() {
  make_copy foreign
  come_with_program 1
  call check 1
  says "does not run here (it is for $(uname -m), glibc"
  says "program=$repo/build/default/bin/gridlock"
  call check 2
  says_not "does not run here"
}

submissions_need_a_compiler() {
  make_copy compiler
  come_with_program 0
  pretend_nothing_can_be_installed
  PATH=$(path_without $(cd /usr/bin && echo clang++*)) call check 1
  expect 2 "which are not installed: clang++"
}

a_tree_that_comes_with_its_program_installs_the_compiler() {
  on_debian needy clang:clang++
  come_with_program 0
  PATH=$(path_without $(cd /usr/bin && echo clang++*)) brings "clang++" check 1
}

nobody_works_in_the_labs_of_the_system() {
  make_copy installed
  come_with_program 0
  chmod a-w "$repo"
  local as_user=()  # Root may write everywhere, unless it drops the right to.
  ((EUID)) || as_user=(setpriv --bounding-set -dac_override --inh-caps -dac_override)
  cd / || return
  run "${as_user[@]}" "$repo/gridlock" check 1
  expect 2 "gridlock export student ~/gridlock --built"
  run "${as_user[@]}" "$repo/gridlock" run x.cu
  says "built: run x.cu"
  mkdir -p "$temporary/mine/labs"
  printf '#!/bin/sh\necho "mine: $*"\n' > "$temporary/mine/gridlock"
  chmod +x "$temporary/mine/gridlock"
  text=$(cd "$temporary/mine" && "${as_user[@]}" "$repo/gridlock" check 1 2>&1)
  says "mine: check 1"
}

an_installed_tree_is_not_worked_in_by_its_owner_either() {
  make_copy own/lib/gridlock
  come_with_program 0
  cd / || return
  call check 1
  expect 2 "gridlock export student ~/gridlock --built"
}

arguments_and_exit_code_pass_through() {
  make_copy arguments
  ln -s "$repo/gridlock" "$temporary/link"
  cd / || return
  text=$("$temporary/link" --yes check 7 'two words' '' --yes -- --yes 2> /dev/null)
  code=$?
  expect 7
  says "root=$repo build=$repo/build/default
<check>
<7>
<two words>
<>
<-->
<--yes>"
  call
  expect 0
}

a_tree_may_have_any_name() {
  pretend_nothing_can_be_installed
  make_copy "jürgen's (labs), 100% & more = ✓"
  call
  expect 0 "root=$repo build=$repo/build/default"
  make_copy "jürgen's \"labs\" ✓ \$HOME; #[1] * \\"
  local home
  mkdir -p "$repo/home" "$temporary/a home"
  for home in "" / /nonexistent "$repo/home"; do
    HOME=$home call
    expect 2 "CMake cannot build in $repo:" "XDG_CACHE_HOME=/var/tmp/you ./gridlock"
  done
  [[ ! -e $repo/build ]] || fail "it has tried to build"
  for home in HOME="$temporary/a home" XDG_CACHE_HOME="$temporary/cache"; do
    run env "$home" "$repo/gridlock"
    expect 0 "root=$repo build=${home#*=}" "/gridlock/tree-"
    run env "$home" "$repo/gridlock"
    says_not "Building:"
    [[ -x $repo/build/default/bin/gridlock ]] || fail "it has built elsewhere"
  done
}

a_limit_on_files_is_named() {
  make_copy limited
  run bash -c 'ulimit -f 8; "$0" check' "$repo/gridlock"
  expect 3 "beyond 8 KiB: ulimit -f unlimited"
}

a_small_stack_becomes_the_usual_one() {
  make_copy stack
  sed -i 's/return argc/std::system("ulimit -S -s"); &/' "$repo/main.cpp"
  run bash -c 'ulimit -S -s 64; "$0" check' "$repo/gridlock"
  expect 0 8192
  # Root may raise a hard limit, unless it has lost that right.
  local without=
  ((EUID)) || without='setpriv --bounding-set -sys_resource --inh-caps -sys_resource'
  text=$(ulimit -s 64; $without "$repo/gridlock" check 2>&1 < /dev/null)
  code=$?
  expect 2 "run ulimit -s 8192, in a new shell"
}

what_changed_is_built_and_nothing_else() {
  make_copy changes
  call
  says "Building:"
  call
  says_not "Building:"
  sed -i 's/root=/ROOT=/' "$repo/main.cpp"
  call
  says "ROOT="
  echo 'int unused() { return 0; }' > "$repo/more.cpp"
  call
  says "Building:"
  rm "$repo/more.cpp"
  call
  expect 0 "Building:"
}

a_failed_build_shows_the_error() {
  make_copy broken
  sed -i 's/return argc/return no_such_name + argc/' "$repo/main.cpp"
  call check
  expect 3 "no_such_name" "delete $repo/build/default"
  cp "$repo/main.cpp" "$repo/broken.cpp"
  sed -i 's/no_such_name + //' "$repo/main.cpp"
  rm "$repo/broken.cpp"
  call check
  expect 0
}

two_calls_at_once_share_a_build() {
  make_copy together
  "$repo/gridlock" first > "$repo/first.log" 2>&1 < /dev/null &
  call second
  expect 0 "<second>"
  wait $! || fail "the other call ended with $?"
  text=$(< "$repo/first.log")
  says "<first>"
}

an_interrupted_build_goes_on() {
  make_copy interrupted
  cat >> "$repo/CMakeLists.txt" << 'END'
add_custom_target(slow COMMAND test -e ${CMAKE_SOURCE_DIR}/hurry || sleep 60)
add_dependencies(gridlock slow)
END
  # timeout sends the signal to the whole group, as Ctrl-C on a terminal does.
  # A compiler that the signal ends may leave a file.
  text=$(TMPDIR=$temporary timeout --signal=INT 4 "$repo/gridlock" check 2>&1 < /dev/null)
  [[ ! -x $repo/build/default/bin/gridlock ]] || fail "the build was not interrupted"
  says "interrupted.  The next call goes on from here."
  touch "$repo/hurry"
  call check
  expect 0 "<check>"
}

a_moved_repository_is_built_again() {
  make_copy before
  call
  mv "$repo" "$temporary/after"
  repo=$temporary/after
  call
  expect 0 "root=$repo"
}

another_copys_build_folder_is_left_alone() {
  make_copy one
  call
  local other=$repo/build/default
  make_copy two
  GRIDLOCK_BUILD_DIR=$other call
  expect 2 "another copy"
}

a_folder_that_cannot_be_written_is_named() {
  make_copy unwritable
  touch "$repo/not-a-folder"
  GRIDLOCK_BUILD_DIR=$repo/not-a-folder/build call
  expect 2 "cannot write to $repo/not-a-folder/build"
}

missing_tools_are_installed_with_the_libraries() {
  on_debian tools
  # The stub installs ninja where the script will find it.
  stub apt-get 'echo "$@" >> "${0%/*}/../asked"
case "$*" in *ninja-build*) ln -sf /usr/bin/ninja "${0%/*}/ninja" ;; esac'
  PATH=$(path_without ninja) call
  expect 0 "not installed: ninja doctest CLI11"
  text=$(cat "$repo/asked")
  says "update" "install -y --no-install-recommends ninja-build doctest-dev libcli11-dev"
}

a_named_place_is_searched_before_libraries_are_installed() {
  on_debian prefix
  pretend_system ubuntu 24.04
  stub apt-get 'echo "$@" >> "${0%/*}/../asked"
case "$*" in *ninja-build*) ln -sf /usr/bin/ninja "${0%/*}/ninja" ;; esac'
  CMAKE_PREFIX_PATH=/usr PATH=$(path_without ninja) call
  expect 0
  text=$(cat "$repo/asked")
  says_not "doctest-dev"
}

a_missing_library_is_installed_and_the_build_goes_on() {
  on_debian library
  pretend_system debian ''
  sed -i 's/^library   fmt  /library   no_such_library  /' \
    "$repo/grader/setup/needs.txt"
  stub apt-get 'mkdir -p "${0%/*}/../place/lib/cmake/no_such_library"
touch "${0%/*}/../place/lib/cmake/no_such_library/no_such_library-config.cmake"'
  CMAKE_PREFIX_PATH=$repo/place PATH=$repo/stubs:$PATH call
  expect 0 "not installed: no_such_library" "    libfmt-dev"
}

plots_bring_matplotlib_and_no_other_command_does() {
  on_debian plots python3-matplotlib:matplotlib
  stub python3 'test -e "${0%/*}/matplotlib"'
  local PATH=$PATH
  PATH=$(path_without python3)
  needs_nothing list
  needs_nothing plot --help
  brings matplotlib plot
  says "<plot>"
  rm "$repo/stubs/matplotlib"
  cannot_fetch python3-matplotlib plot
}

the_python_that_plots_need_not_be_the_first() {
  make_copy pythons
  stub python3 'exit 1'
  local finder=$repo/grader/setup/python_with.sh folder="$repo/the second"
  mkdir "$folder"
  PATH=$repo/stubs run /bin/sh "$finder" os
  expect 1
  printf '#!/bin/sh\nexit 0\n' > "$folder/python3"
  chmod +x "$folder/python3"
  PATH=$repo/stubs:$folder:/usr/bin run /bin/sh "$finder" os
  expect 0
  [[ $text == "$folder/python3" ]] || fail "it is not the second"
}

tests_bring_the_formatters_and_no_other_command_does() {
  on_debian formatters clang-format-19:clang-format-19 black:black npm:npm
  stub python3 'exit 0'
  stub clang-format 'echo Debian clang-format version 14.0.6'
  stub bwrap 'exit 0'
  stub debootstrap 'exit 0'
  local PATH=$PATH
  PATH=$(path_without python3 clang-format-19 black npm)
  needs_nothing list
  # A student's tree has no tests, and needs nothing for them.
  needs_nothing test
  mkdir "$repo/grader/tests"
  brings "clang-format-19 black npm" test
  rm "$repo/stubs/clang-format-19"
  stub apt-cache 'exit 100'  # A later system has no such package; `format` says what to do.
  needs_nothing test
  stub apt-cache 'exit 0'
  stub clang-format 'echo clang-format version 19.1.7'
  needs_nothing test
}

only_a_replay_for_debugging_brings_gdb() {
  on_debian debugging gdb:gdb
  local PATH=$PATH
  PATH=$(path_without gdb)
  needs_nothing replay last_block x
  brings gdb replay last_block x --debug
}

docs_bring_doxygen_and_no_other_command_does() {
  on_debian docs doxygen:doxygen
  stub python3 'exit 0'
  local PATH=$PATH
  PATH=$(path_without python3 doxygen sphinx-build)
  needs_nothing list
  needs_nothing docs --help
  call docs
  expect 0 "not installed: doxygen sphinx-build" "<docs>"
  rm "$repo/stubs/doxygen"
  cannot_fetch "doxygen python3-sphinx" docs
}

slides_bring_node_and_a_browser_only_for_pdf() {
  on_debian slides nodejs:node npm:npm chromium:chromium
  stub python3 ''
  local PATH=$PATH
  PATH=$(path_without node npm chromium chromium-browser google-chrome)
  needs_nothing list
  needs_nothing slides --help
  brings "node npm" slides
  brings chromium slides --pdf
}

pictures_bring_their_converter_and_only_for_png() {
  on_debian pictures librsvg2-bin:rsvg-convert
  local PATH=$PATH
  PATH=$(path_without rsvg-convert chromium chromium-browser google-chrome)
  needs_nothing trace last_block --out x.svg
  brings rsvg-convert trace last_block --out x.png
}

without_a_network_the_command_is_printed() {
  on_debian network
  local PATH=$PATH
  PATH=$(path_without ninja)
  cannot_fetch ninja-build
}

an_interrupted_installation_is_finished_first() {
  on_debian dpkg
  stub apt-get 'echo "E: dpkg was interrupted, run dpkg --configure -a"; exit 100'
  PATH=$(path_without ninja) call
  expect 2
  local sudo=''
  ((EUID == 0)) || sudo='sudo '
  says "    ${sudo}dpkg --configure -a" "apt-get update"
}

other_systems_get_their_own_command() {
  make_copy systems
  local path
  path=$(path_without ninja)
  pretend_system fedora 41
  PATH=$path call
  expect 2 "dnf install -y ninja-build doctest-devel cli11-devel"
  pretend_system arch
  PATH=$path call
  expect 2 "pacman -S --needed ninja doctest cli11"
  local system
  for system in "debian 11" "ubuntu 20.04" "opensuse-leap 15.6"; do
    pretend_system $system
    PATH=$path call
    expect 2 "Debian 12, Ubuntu 22.04 and newer only" "ninja-build doctest-dev"
  done
}

a_terminal_is_asked_first() {
  on_debian terminal
  stub apt-get 'case "$*" in *-y*) ln -sf /usr/bin/ninja "${0%/*}/ninja" ;; esac'
  local PATH=$PATH words
  PATH=$(path_without ninja)
  in_terminal() {  # in_terminal ANSWER WORDS: what the script says in a terminal.
    text=$(script -qec "'$repo/gridlock' $2" /dev/null <<< "$1")
    code=$?
  }
  in_terminal n ""
  expect 2 "Install them now? [Y/n]" "To install what is missing, run"
  in_terminal y check
  expect 0 "<check>"
  for words in "--yes check" "check --yes"; do
    rm "$repo/stubs/ninja"
    in_terminal n "$words"
    expect 0
    says_not "Install them now?"
    says_not "<--yes>"
  done
}

an_old_cmake_counts_as_missing() {
  on_debian cmake
  stub cmake 'echo "cmake version 3.18.4"'
  PATH=$repo/stubs:$PATH call
  expect 2 "not installed: cmake" "must be 3.22 or newer"
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
