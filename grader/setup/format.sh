#!/usr/bin/env bash
#
# Formats the sources: C++ and CUDA with clang-format, Python with black, JavaScript and
# CSS with prettier.
#
#  format.sh                       formats the files that need it
#  format.sh --check               changes nothing, lists what is not formatted
#  format.sh --check --in FOLDER   the same for the files below that folder
#
# Exit codes: 1 something is not formatted, 2 a formatter is missing.  Only one version of
# clang-format may decide, since versions break lines differently: it is a package of each
# Debian and Ubuntu that we know.  prettier's version is in prettier/package-lock.json; it
# is installed into the build folder (GRIDLOCK_BUILD_DIR, default: build/default).
set -uo pipefail

clang_format_version=19
root=$(readlink -f -- "$(dirname -- "$0")/../..")
build=${GRIDLOCK_BUILD_DIR:-$root/build/default}
[[ $build == /* ]] || build=$PWD/$build
folder=$root
check=false
black=(black --quiet --config "$root/pyproject.toml")
prettier=(node "$build/format/node_modules/prettier/bin/prettier.cjs"
  --config "$root/.prettierrc.json" --no-editorconfig --ignore-path /dev/null)

main() {
  while (($#)); do
    case $1 in
      --check) check=true ;;
      --in) folder=${2?--in wants a folder} && shift ;;
      *) stop "I take --check and --in FOLDER, and not $1" ;;
    esac
    shift
  done
  cd -- "$folder" || exit 2
  mapfile -d '' -t cpp < <(files .cpp .h .inc .cu .cuh)
  mapfile -d '' -t python < <(files .py)
  mapfile -d '' -t web < <(files .js .mjs .css)
  find_formatters
  if $check; then
    list_unformatted
  else
    format
  fi
}

# The files below this folder with one of these endings.  Submissions that are bad on
# purpose stay as they are.
files() {
  local ending names=()
  for ending in "$@"; do names+=(-o -name "*$ending"); done
  find . \( -name '.?*' -o -name node_modules -o -name __pycache__ -o -name hostile -o \
    -name build ! -path ./grader/build ! -path ./grader/tests/build \) -prune -o \
    -type f \( "${names[@]:1}" \) -print0 | LC_ALL=C sort -z
}

# A missing formatter is an error, also for --check: a check that is silently skipped is
# no check.
find_formatters() {
  local missing=()
  if ((${#cpp[@]})) && ! find_clang_format; then
    missing+=("clang-format $clang_format_version:"
      "    apt-get install clang-format-$clang_format_version"
      "    elsewhere: pipx install 'clang-format==$clang_format_version.*'")
  fi
  if ((${#python[@]})) && ! command -v black > /dev/null; then
    missing+=("black:" "    apt-get install black" "    elsewhere: pipx install black")
  fi
  if ((${#web[@]})); then
    if ! command -v node > /dev/null || ! command -v npm > /dev/null; then
      missing+=("node and npm, which bring prettier:" "    apt-get install nodejs npm")
    elif ! install_prettier; then
      missing+=("prettier: npm could not fetch it.  Is there a network?  It said:"
        "$(grep -iE "npm (err!|error)" "$build/format/npm.log" | head -n 6)")
    fi
  fi
  ((${#missing[@]} == 0)) ||
    stop "A formatter is missing, so nothing was looked at:" "${missing[@]}"
}

find_clang_format() {
  local name
  for name in clang-format-$clang_format_version clang-format; do
    if [[ $("$name" --version 2> /dev/null) == *"version $clang_format_version."* ]]; then
      clang_format=("$name" --style="file:$root/.clang-format")
      return
    fi
  done
  return 1
}

# Installs prettier in the version of the lock file, and again when that file changes.
# Two calls share one installation.
install_prettier() {
  local from=$root/grader/setup/prettier to=$build/format
  mkdir -p "$to" || return
  (
    flock 9
    ! cmp -s "$from/package-lock.json" "$to/installed" || exit 0
    cp "$from"/package*.json "$to" && cd "$to" &&
      npm ci --ignore-scripts --no-audit --no-fund --fetch-retries=1 \
        --fetch-timeout=15000 > npm.log 2>&1 && cp package-lock.json installed
  ) 9> "$to/lock"
}

format() {
  each cpp "${clang_format[@]}" -i &&
    each python "${black[@]}" &&
    each web "${prettier[@]}" --log-level warn --write || exit 1
}

# The formatters print more than the names of files; the sed scripts keep only these.
list_unformatted() {
  local found
  found=$(
    names_from cpp 's/:[0-9]+:[0-9]+: error: code should be clang-formatted.*//p' \
      "${clang_format[@]}" --dry-run -Werror
    names_from python 's/^--- (.*)\t.*/\1/p' "${black[@]}" --check --diff
    names_from web p "${prettier[@]}" --list-different
  )
  [[ -n $found ]] || return 0
  printf 'Not formatted:\n%s\n\nTo format all: %s\n' "$found" grader/setup/format.sh
  exit 1
}

# names_from FILES SED COMMAND...: what the sed script finds in the output of the command
# for these files; if it finds nothing although the command fails, the whole output.
names_from() {
  local said failed=false names
  said=$(each "$1" "${@:3}" 2>&1) || failed=true
  names=$(sed -nE "$2" <<< "$said" | grep . | sed 's/^\.\///' | LC_ALL=C sort -u)
  if [[ -n $names ]]; then
    printf '%s\n' "$names"
  elif $failed; then
    printf '%s\n' "a formatter failed" "$said"
  fi
}

# each FILES COMMAND...: runs it for the files in that array, in batches, on two cores.
each() {
  local -n these=$1
  ((${#these[@]} == 0)) || printf '%s\0' "${these[@]}" | xargs -0 -P 2 -n 60 "${@:2}"
}

stop() {
  printf '%s\n' "$@" >&2
  exit 2
}

main "$@"
