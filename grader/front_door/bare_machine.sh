#!/usr/bin/env bash
#
# Shows that ./gridlock works on a machine that has nothing but git and a clone: in an
# empty Debian or Ubuntu made by debootstrap, as root, as a user with sudo, as a user
# without, with and without a terminal and a network.  Then it executes the steps of
# .devcontainer/ in another such system, as a builder of containers would.
#
#   sudo grader/front_door/bare_machine.sh [--container] [SUITE [MIRROR]]
#
# SUITE is bookworm unless said otherwise; with --container it does only the latter.
#
# Needs root, debootstrap, a network, 5 GB of disk and about 10 minutes, so it is not one
# of the default tests.  It clones the last commit, so uncommitted changes are not tested.
# It leaves nothing behind: everything is in one temporary folder, and /proc is mounted in
# its own namespace.

set -u
source_root=$(readlink -f -- "$(dirname -- "$0")/../..")
only_container=false
[[ ${1-} != --container ]] || { only_container=true; shift; }
suite=${1:-bookworm}
mirror=${2:-http://deb.debian.org/debian}
components=main
[[ $mirror != *ubuntu* ]] || components=main,universe
temporary=$(mktemp -d)
trap 'rm -rf --one-file-system "$temporary"' EXIT
trap 'exit 130' INT TERM
clone=/home/student/gridlock
passed=0
failed=0

((EUID == 0)) || { echo "This must run as root." >&2; exit 2; }
command -v debootstrap > /dev/null || { echo "Install debootstrap first." >&2; exit 2; }

# new_machine [PACKAGE...]: an empty system in $machine, with a clone of this repository
# that belongs to the user student.
new_machine() {
  machine=$temporary/machine
  rm -rf --one-file-system "$machine"
  cp -a "$temporary/empty" "$machine"
  [[ $# == 0 ]] || inside root "apt-get install -qq -y --no-install-recommends $*" \
    > /dev/null 2>&1
  git clone --quiet --no-hardlinks "$source_root" "$machine$clone"
  chown -R --reference "$machine/home/student" "$machine$clone"
}

# inside USER COMMAND [UNSHARE_OPTION...]: runs the command in the machine's clone.
inside() {
  local user=$1 command="${container_sets-} $2"
  shift 2
  unshare --mount --pid --fork --kill-child --root="$machine" --mount-proc "$@" \
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=xterm LC_ALL=C.UTF-8 \
    runuser -u "$user" -- bash -c "cd $clone 2> /dev/null; $command"
}

# expect CODE TEXT USER COMMAND [UNSHARE_OPTION...]: runs without a terminal.
expect() {
  local code=$1 text=$2
  shift 2
  judge "$code" "$text" "$*" "$(inside "$@" 2>&1 < /dev/null; echo "exit code $?")"
}

# expect_on_terminal ANSWER CODE TEXT USER COMMAND: answers the question.
expect_on_terminal() {
  local answer=$1 code=$2 text=$3
  shift 3
  export -f inside
  export machine clone
  judge "$code" "$text" "$* (on a terminal, answering $answer)" \
    "$(script -qec "inside $1 '$2'" /dev/null <<< "$answer"; echo "exit code $?")"
}

judge() {
  local code=$1 text=$2 what=$3 said=$4
  if [[ $said == *"$text"* && $said == *"exit code $code" ]]; then
    echo "passed  $what"
    passed=$((passed + 1))
  else
    printf 'FAILED  %s\n  expected exit code %s and "%s"; it said\n%s\n' \
      "$what" "$code" "$text" "$said"
    failed=$((failed + 1))
  fi
}

# seconds COMMAND...: runs it and prints how long it took.
seconds() {
  local begin=$EPOCHREALTIME
  "$@"
  awk -v begin="$begin" -v end="$EPOCHREALTIME" \
    'BEGIN { printf "        %.2f s\n", end - begin }'
}

echo "Making an empty $suite ..."
debootstrap --variant=minbase --components=$components "$suite" "$temporary/empty" "$mirror" \
  > "$temporary/debootstrap.log" 2>&1 ||
  { tail "$temporary/debootstrap.log"; exit 1; }
machine=$temporary/empty
inside root "apt-get install -qq -y --no-install-recommends git" > /dev/null 2>&1
inside root "useradd --create-home student"

# Executes the Containerfile's steps, after FROM, in the machine.
build_container() {
  local step words
  while IFS= read -r step; do
    words=${step#* }
    case $step in
      '' | '#'* | ARG\ * | FROM\ * | CMD\ *) ;;
      ENV\ *) container_sets+="export $words; " ;;
      COPY\ *) cp -- "$machine$clone/${words% *}" "$machine${words#* }" ;;
      RUN\ *) inside root "$words" < /dev/null ;;
      WORKDIR\ *) mkdir -p -- "$machine$words" ;;
      *) echo "this script cannot do \"$step\""; false ;;
    esac || return
  done < <(sed -e ':more' -e '/\\$/ { N; s/\\\n//; b more' -e '}' \
    "$machine$clone/.devcontainer/Containerfile")
}

# value NAME: of devcontainer.json.
value() {
  sed -n "s/.*\"$1\": \"\(.*\)\".*/\1/p" "$machine$clone/.devcontainer/devcontainer.json"
}

check_bare_machine() {
  new_machine
  expect 2 "there is no sudo" student "./gridlock list"
  expect 2 "apt-get install -y --no-install-recommends cmake" root "./gridlock list" --net
  expect_on_terminal n 2 "To install what is missing, run" root "./gridlock list"
  seconds expect_on_terminal y 0 "100/100" root "./gridlock check 1 --solution"
  seconds expect 0 "01_last_block" root "./gridlock list"
  expect 0 "01_last_block" student "./gridlock list"
  expect 1 "01_last_block" root "./gridlock check 1"

  new_machine sudo
  expect 2 "sudo wants a password" student "./gridlock list"
  echo "student ALL=(ALL) NOPASSWD: ALL" > "$machine/etc/sudoers.d/student"
  seconds expect 0 "01_last_block" student "./gridlock --yes list"
  seconds expect 0 "01_last_block" student "./gridlock list"
}

check_container() {
  new_machine
  inside root "userdel student"  # The container has its own.
  build_container > "$temporary/container.log" 2>&1
  judge 0 "" ".devcontainer/Containerfile" \
    "$(echo "exit code $?" >> "$temporary/container.log"; tail "$temporary/container.log")"
  chown -R --reference "$machine/home/student" "$machine$clone"
  seconds expect 0 "01_last_block" "$(value remoteUser)" "$(value onCreateCommand)" --net
  expect 0 "100/100" "$(value remoteUser)" "./gridlock check 1 --solution" --net
}

$only_container || check_bare_machine
check_container

echo "$passed passed, $failed failed"
((failed == 0))
