# A tree that comes with its program, in built/: `export student DIR --built` makes one.
#
#   bash built.sh mark TREE     notes what TREE/built/ was built from, and for which systems
#
# ./gridlock sources this file, and asks built_program_is_good.

# sources_of TREE: a sum of everything that its program is compiled from.
sources_of() {
  (cd "$1" && find grader labs/*/checks* CMakeLists.txt -type f -print0 |
    LC_ALL=C sort -z | xargs -0 md5sum | md5sum)
}

# Whether to use the program in $root/built/.  If not, says why, unless another has been
# built in $build.
built_program_is_good() {
  local why
  if [[ $(sources_of "$root") != "$(< "$root/built/sources")" ]]; then
    why="The sources have changed since the program in built/ was built"
  elif ! "$root/built/bin/gridlock" --version > /dev/null 2>&1; then
    why="The program in built/ does not run here (it is for $(< "$root/built/system"))"
  else
    return 0
  fi
  [[ -x $build/bin/gridlock ]] || say "$why, so another is built."
  return 1
}

if [[ ${1-} == mark && ${BASH_SOURCE[0]} == "$0" ]]; then
  sources_of "$2" > "$2/built/sources" &&
    echo "$(uname -m), $(getconf GNU_LIBC_VERSION) or newer" > "$2/built/system"
fi
