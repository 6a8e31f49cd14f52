#!/usr/bin/env bash
#
# Whether the tests leave anything behind.
#
#   leaves_nothing.sh note TREE OWN     notes what lies around; OWN has the tests' home/
#                                       and tmp/
#   leaves_nothing.sh check TREE OWN    lists what has appeared since, and fails for it
set -uo pipefail

tree=$2
own=$3

main() {
  case $1 in
    note) list > "$own/before" ;;
    check)
      [[ -e $own/before ]] || exit 0  # Nothing was run by ctest.
      local left
      left=$(comm -13 "$own/before" <(list))
      [[ -n $left ]] || exit 0
      printf 'The tests have left behind:\n%s\n' "$left"
      exit 1
      ;;
  esac
}

list() {
  {
    find "$tree" \( -path "$tree/build" -o -path "$tree/.git" \) -prune -o -print
    # Chromium leaves folders of its own.
    find "$own/tmp" -mindepth 1 ! -path '*/.org.chromium.*' ! -path '*/.com.google.*'
    # Other programs keep caches here; ours have our name.
    find "$own/home" -mindepth 1 -ipath "$own/home/*gridlock*"
    of_ours / /tmp /var/tmp "${GRIDLOCK_TESTERS_HOME-}" "${GRIDLOCK_TESTERS_HOME-}/.cache"
  } 2> /dev/null | LC_ALL=C sort
}

# The user's files in these folders with our name, and /nonexistent, which should not
# exist.  Names with a process number are left out: the tests have their own folder for
# such files, so these belong to other work of the user.
of_ours() {
  local folder path
  for folder in "$@"; do
    [[ -d $folder ]] || continue
    for path in "$folder"/{,.}*gridlock* "$folder"/nonexistent; do
      [[ -e $path && -O $path ]] || continue
      [[ $path =~ gridlock-[a-z]+-[0-9]+[^/]*$ ]] || echo "$path"
    done
  done
}

export LC_ALL=C
main "$@"
