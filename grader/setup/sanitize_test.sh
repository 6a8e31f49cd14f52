#!/usr/bin/env bash
#
# Builds the simulator's worker once more, with the address and undefined-behaviour
# sanitizers, and has the plain command grade some of the bank with it; or everything.
#
#   sanitize_test.sh part SOURCE BUILD    the worker, and every 240th file of the bank, from
#                                         the fourth on
#   sanitize_test.sh all  SOURCE BUILD    the command and the trusted side's tests, too, and
#                                         the whole bank
#
# A sanitizer's finding in any process ends the test.  Exit code 77: skipped, since the
# compiler has no sanitizers.

set -uo pipefail

how_much=$1 source=$2 plain=$3 build=$3/sanitize
command=$build/bin/gridlock-all
found=$build/found
# The path has quotes of its own, since a blank in it would end the option's value.
common_flags="log_path='$found/report':print_stacktrace=1"
# The checker judges signals: submissions, and some tests, cause them on purpose.
own_signals=handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigfpe=0:handle_sigill=0
# Workers have a memory limit, which freed memory must not fill.
export ASAN_OPTIONS=$common_flags:$own_signals:detect_leaks=0:quarantine_size_mb=8
export UBSAN_OPTIONS=$common_flags

main() {
  mkdir -p "$build" || exit
  has_sanitizers || {
    echo "skipped: ${CXX:-c++} has no sanitizers (Fedora: dnf install libasan libubsan)"
    exit 77
  }
  choose
  build_all || exit
  rm -rf "$found" && mkdir "$found" || exit
  local failed=0 tests
  # Tests of speed mean nothing here.
  for tests in "${tests_to_run[@]}"; do
    "$build/bin/gridlock-test-$tests" --test-suite-exclude=full,deep \
      --test-case-exclude='text made to be slow is not' || failed=1
  done
  [[ $how_much == part ]] ||
    "$build/bin/gridlock-test-fuzz" --test-suite=deep || failed=1
  grade || failed=1
  show_found && failed=1
  exit "$failed"
}

has_sanitizers() {
  echo 'int main() {}' > "$build/empty.cpp"
  "${CXX:-c++}" -fsanitize=address,undefined "$build/empty.cpp" -o "$build/empty" &&
    "$build/empty"
} > /dev/null 2>&1

# Sets tests_to_run, the programs that grade, and the arguments of selfcheck.
choose() {
  tests_to_run=(common build checker report fuzz)
  programs=(gridlock_all gridlock-worker-sim)
  arguments=(selfcheck --reports)
  [[ $how_much == part ]] || return 0
  # A copy of the plain command starts the workers beside it.
  tests_to_run=() programs=(gridlock-worker-sim) command=$build/bin/gridlock-plain
  arguments+=(--part 4/240)
}

build_all() {
  local log=$build/build.log
  cmake -S "$source" --preset sanitize -B "$build" > "$log" 2>&1 &&
    ninja -C "$build" -j "$(nproc)" "${programs[@]}" "${tests_to_run[@]/#/gridlock-test-}" \
      >> "$log" 2>&1 && return
  tail -n 40 "$log"
  return 1
}

grade() {
  [[ $command == "$build/bin/gridlock-all" ]] || cp "$plain/bin/gridlock-all" "$command" || return
  GRIDLOCK_ROOT=$source GRIDLOCK_BUILD_DIR=$build "$command" "${arguments[@]}"
}

# Whether the sanitizers have found something; prints it.
show_found() {
  local report any=1
  for report in "$found"/*; do
    [[ -e $report ]] || continue
    any=0
    echo "$report:"
    head -n 40 "$report"
  done
  return "$any"
}

main
