# Sourced by ./gridlock when something may be missing: installs it, or stops with the
# exact command to run.  What is needed, and in which package, is in needs.txt.

needs=$root/grader/setup/needs.txt

# The programs without which CMake cannot start looking for the others.
#
# The build finds out which libraries are missing.  If it cannot even start, assume that
# all are missing, so that the user is asked only once; unless CMAKE_PREFIX_PATH names a
# place that may have them.
install_tools() {
  local missing
  missing=$(missing_programs tool)
  [[ -n $missing ]] || return 0
  missing+=" $(missing_programs program)"
  [[ -n ${CMAKE_PREFIX_PATH-} ]] || missing+=" $(rows library 2)"
  install_missing "$missing"
  missing=$(missing_programs tool)
  [[ -z $missing ]] || stop 2 "Still missing, or too old: ${missing//$'\n'/ }" \
    "CMake must be 3.22 or newer; to use another compiler, set CXX=NAME."
}

# install_missing "NAME ...": installs the packages for these rows of needs.txt.
install_missing() {
  local names packages
  names=$(echo $1)  # One line.
  [[ -n $names ]] || return 0
  say "gridlock needs these, which are not installed: $names"
  case $(distribution) in
    debian) packages=$(packages_of 3 "$names") && install_on_debian ;;
    fedora) stop_with_commands "dnf install -y $(packages_of 4 "$names")" ;;
    arch) stop_with_commands "pacman -S --needed $(packages_of 5 "$names")" ;;
    *) stop 2 "This script installs packages on Debian 12, Ubuntu 22.04 and newer only." \
         "With this system's package manager, install what Debian calls" \
         "    $(packages_of 3 "$names")" "then run the same command again." ;;
  esac
}

# rows KIND COLUMN: that column of the rows of that kind.
rows() { awk -v kind="$1" -v n="$2" '$1 == kind { print $n }' "$needs"; }

# packages_of COLUMN "NAME ...": the packages for these rows, in one line.
packages_of() {
  awk -v n="$1" -v names=" $2 " \
    '!/^#/ && index(names, " " $2 " ") && !seen[$n]++ {
       printf "%s%s", space, $n; space = " " }' "$needs"
}

missing_programs() {
  local name
  for name in $(rows "$1" 2); do
    have_program "$name" || echo "$name"
  done
}

have_program() {
  case $1 in
    cmake) cmake --version 2> /dev/null | awk '/version/ {
             split($3, v, "."); new = v[1] > 3 || (v[1] == 3 && v[2] >= 22) }
             END { exit !new }' ;;
    c++) command -v "${CXX:-c++}" > /dev/null ;;
    clang++) compgen -c clang++ > /dev/null ;;  # clang++-18 will do.
    *) command -v "$1" > /dev/null ;;
  esac
}

# The kind of this system: debian (we can install), fedora or arch (we know the names of
# the packages), other.
distribution() {
  local ID=other VERSION_ID=''
  [[ ! -r $os_release ]] || source "$os_release"
  local version=${VERSION_ID:-999}  # Debian's testing and unstable have none.
  case $ID in
    debian) ((${version%%.*} >= 12)) || ID=other ;;
    ubuntu) ((${version%%.*} >= 22)) && ID=debian || ID=other ;;
    fedora | arch) ;;
    *) ID=other ;;
  esac
  echo "$ID"
}
os_release=${GRIDLOCK_OS_RELEASE:-/etc/os-release}

# stop_with_commands COMMAND...: stops with the commands to run, with sudo unless root.
stop_with_commands() {
  local sudo=''
  ((EUID == 0)) || sudo='sudo '
  stop 2 "To install what is missing, run" \
    "${@/#/    $sudo}" "then the same ./gridlock command again."
}

# Installs $packages.
install_on_debian() {
  local update="apt-get update"
  local install="apt-get install -y --no-install-recommends $packages"
  local sudo=''
  if ((EUID != 0)); then
    sudo=sudo
    if ! command -v sudo > /dev/null; then
      say "You are not root and there is no sudo: ask your administrator."
      stop_with_commands "$update" "$install"
    elif ! $on_terminal && ! sudo -n true 2> /dev/null; then
      say "sudo wants a password, and there is no terminal to ask on."
      stop_with_commands "$update" "$install"
    fi
  fi

  say "These packages provide them$(download_size):" "    $packages"
  if $on_terminal && ! $assume_yes; then
    local answer
    read -r -p "Install them now? [Y/n] " answer || answer=n
    [[ ${answer:-y} == [yY]* ]] || stop_with_commands "$update" "$install"
  fi

  # A broken third-party source may fail `update`; ours may still install.
  local apt="$sudo env DEBIAN_FRONTEND=noninteractive apt-get"
  apt+=" -o DPkg::Lock::Timeout=120 -o Acquire::http::Timeout=30"
  trap interrupted_apt INT TERM
  logged install.log "Reading package lists" $apt ${update#apt-get}
  logged install.log "Installing" $apt ${install#apt-get} || explain_apt
  trap interrupted INT TERM
}

# Stops with what apt-get said and the commands to run, $update and $install.
explain_apt() {
  grep -E '^(E|Err|dpkg):' "$log" | tail -n 8 >&2
  if grep -q 'dpkg --configure -a' "$log"; then
    say "An earlier installation was interrupted and must be finished first."
    stop_with_commands "dpkg --configure -a" "$update" "$install"
  fi
  say "apt-get could not install them; is there a network?"
  stop_with_commands "$update" "$install"
}

# " (N MB to download)", if the package lists are here.
download_size() {
  apt-get install --print-uris -qq --no-install-recommends $packages 2> /dev/null |
    awk '{ bytes += $3 } END { if (bytes) printf " (%d MB to download)", bytes / 1e6 }'
}

interrupted_apt() {
  say ""
  stop 130 "interrupted in the middle of apt-get.  Run the same command again."
}
