#!/usr/bin/env bash
#
# What `./gridlock bench build` does: it builds everything but the tests in a folder of
# its own, and prints the compilers' user seconds, for each build target and for the
# parts that students wait for.  Multiples of the seconds of one fixed unit,
# grader/bench/heavy_unit.cpp, can be compared between machines.
#
#   build_times.sh SOURCE BUILD

set -uo pipefail

source=$(readlink -f -- "$1")
folder=$(mktemp -d) || exit
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
log=$folder/build.log
# The compiler that this program was built with, if it was built here.
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[^=]*=//p' "$2/CMakeCache.txt" 2> /dev/null)
compiler=${compiler:-c++}

# CMake puts this program in front of each call of the compiler, and so times it.
cat > "$folder/timed" << 'END'
#!/usr/bin/env bash
TIMEFORMAT=%U
for last; do [[ ${before-} == -o ]] && output=$last; before=$last; done
{ time "$@" 2>&3; } 3>&2 2> "${0%/*}/time.$$"
code=$?
echo "$(tail -n 1 "${0%/*}/time.$$") ${output-}" >> "${0%/*}/times"
exit "$code"
END
chmod +x "$folder/timed"

build() {
  cmake --preset default -S "$source" -B "$folder/build" \
    -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_COMPILER_LAUNCHER="$folder/timed" \
    >> "$log" 2>&1 || return
  : > "$folder/times"  # CMake has tried the compiler.
  ninja -C "$folder/build" program >> "$log" 2>&1 || return
  cp "$folder/times" "$folder/first"
  ninja -C "$folder/build" all-commands >> "$log" 2>&1 || return
  cp "$folder/times" "$folder/ours"
  : > "$folder/times"
  "$folder/timed" "$compiler" -std=c++20 -O1 -c "$source/grader/bench/heavy_unit.cpp" \
    -o "$folder/unit.o" || return
}

echo "Building all commands once more, in $folder ..." >&2
build || { tail -n 20 "$log"; exit 1; }
read -r unit _ < "$folder/times"
awk -v unit="$unit" -v first="$(awk '{ s += $1 } END { print s }' "$folder/first")" '
  { file = $2
    room = file ~ /^labs/ ? "labs (checks)" : file
    sub(/^grader\//, "", room)
    sub(/\/CMakeFiles\//, "/", room)
    sub(/\.dir\/.*/, "", room)
    seconds[room] += $1; all += $1
    if ($1 > longest) { longest = $1; where = file } }
  END {
    for (room in seconds) printf "%8.1f s  %s\n", seconds[room], room | "sort -rn"
    close("sort -rn")
    printf "\n%8.1f s  before the first verdict: %.1f times the fixed unit\n", first,
      first / unit
    printf "%8.1f s  all commands: %.1f times the fixed unit\n", all, all / unit
    printf "%8.1f s  the fixed unit\n", unit
    printf "%8.1f s  the longest file: %s\n", longest, where }' "$folder/ours"
