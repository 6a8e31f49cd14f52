#!/usr/bin/env bash
#
# Tests that no room of the simulator can include a header of a higher one.
#
#   rooms_test.sh COMPILER TABLE
#
# The table, which CMake writes, has a line for each room with its name and the include
# folders that its sources are compiled with, separated by colons.  For each room,
# includes of its own headers are planted, which must compile, and includes of all headers
# of higher rooms, which must not.
set -uo pipefail

compiler=$1
table=$2
here=$(readlink -f -- "$(dirname -- "$0")")
order=(model memory device schedule execution explain explore cuda_api run)
failed=0
planted=0

main() {
  local names=() name dirs
  while read -r name dirs; do names+=("$name"); done < "$table"
  [[ ${names[*]} == "${order[*]}" ]] ||
    fail "the rooms are ${names[*]}, and this test knows ${order[*]}"
  while read -r name dirs; do check_room "$name" "$dirs"; done < "$table"
  ((planted > 100)) || fail "only $planted includes were planted"
  ((failed == 0)) && echo "$planted planted includes: those of higher rooms do not compile."
  exit "$failed"
}

check_room() {
  local room=$1 above=false other header
  IFS=: read -ra flags <<< "$2"
  flags=("${flags[@]/#/-I}")
  for other in "${order[@]}"; do
    if [[ $above == true || $other == "$room" ]]; then
      for header in "$here/$other"/*.h; do
        header=sim/$other/${header##*/}
        if [[ $other == "$room" ]]; then
          finds "$header" || fail "$room does not find its own $header"
        else
          ! finds "$header" || fail "$room may include $header, which is above it"
        fi
      done
    fi
    [[ $other != "$room" ]] || above=true
  done
}

# Whether the compiler finds the header in the folders of this room.
finds() {
  ((++planted))
  printf '#if !__has_include("%s")\n#error\n#endif\n' "$1" |
    "$compiler" -x c++ -std=c++20 "${flags[@]}" -E -o /dev/null - 2> /dev/null
}

fail() {
  printf 'FAILED: %s\n' "$*" >&2
  failed=1
}

main
