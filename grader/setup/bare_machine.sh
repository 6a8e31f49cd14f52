#!/usr/bin/env bash
#
# Shows that ./gridlock works on a machine that has nothing but git and a clone, in a
# Debian or Ubuntu that debootstrap lays out in a folder.  It clones the last commit, so
# uncommitted changes are not tested.
#
#   bare_machine.sh [SUITE [MIRROR]]         from nothing: as root, as a user with sudo, as
#                                            a user without it; with and without a terminal
#                                            and a network; then the steps of .devcontainer/
#   bare_machine.sh --container [SUITE ...]  only the steps of .devcontainer/
#   bare_machine.sh --usual SUITE            what the usual tests call: a user with sudo
#                                            builds, grades a lab and runs a program
#   bare_machine.sh --deep SUITE             all labs, a trace, a class, the docs, the
#                                            slides and the quick tests
#   bare_machine.sh --built SUITE            a tree with its program, which is built here; the
#                                            system has only what submissions need
#
# SUITE is bookworm unless said otherwise.  --usual and --deep keep their system, with the
# packages that gridlock installed, in /var/cache/gridlock/SUITE; the first call makes it.
# All else is in one temporary folder, and /proc is mounted in a namespace of its own.
#
# Exit codes: 0 passed, 1 failed, 2 cannot run here, 77 (--usual, --deep, --built)
# skipped: it needs root, debootstrap and a network; the message says which.

set -u
source_root=$(readlink -f -- "$(dirname -- "$0")/../..")
mode=bare
case ${1-} in --container | --usual | --deep | --built) mode=${1#--}; shift ;; esac
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

# cannot WHY: there is nothing to test with.
cannot() {
  echo "$1" >&2
  case $mode in usual | deep | built) exit 77 ;; esac
  exit 2
}

((EUID == 0)) || cannot "This must run as root."
command -v debootstrap > /dev/null || cannot "Install debootstrap first."

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
    NODE_EXTRA_CA_CERTS=/etc/of-this-machine.crt \
    sh -c 'mount -t devpts -o ptmxmode=666 devpts /dev/pts; exec runuser "$@"' sh \
    -u "$user" -- bash -c "cd $clone 2> /dev/null; $command"
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

# lay_out FOLDER PACKAGE...: an empty system with these packages and the user student.
lay_out() {
  echo "Making an empty $suite ..."
  local script=/usr/share/debootstrap/scripts/$suite
  [[ -e $script ]] || script=${script%/*}/gutsy  # gutsy's script lays out later Ubuntus, too.
  debootstrap --variant=minbase --components=$components "$suite" "$1" "$mirror" "$script" \
    > "$temporary/debootstrap.log" 2>&1 ||
    { tail "$temporary/debootstrap.log"; cannot "debootstrap failed; is there a network?"; }
  machine=$1
  inside root "apt-get install -qq -y --no-install-recommends ${*:2}" > /dev/null 2>&1
  inside root "useradd --create-home student"
  # Where the network has a certificate of its own, npm must trust it, too.
  cp /etc/ssl/certs/ca-certificates.crt "$machine/etc/of-this-machine.crt" 2> /dev/null
}

# The system that is kept, in $machine, with a fresh clone.
kept_machine() {
  machine=/var/cache/gridlock/$suite
  if [[ ! -e $machine/complete ]]; then
    rm -rf --one-file-system "$machine"
    mkdir -p "${machine%/*}"
    lay_out "$machine" git sudo
    echo "student ALL=(ALL) NOPASSWD: ALL" > "$machine/etc/sudoers.d/student"
    touch "$machine/complete"
  fi
  rm -rf --one-file-system "${machine:?}$clone"
  git clone --quiet --no-hardlinks "$source_root" "$machine$clone"
  chown -R --reference "$machine/home/student" "$machine$clone"
}

check_usual() {
  kept_machine
  seconds expect 0 "100/100" student "./gridlock --yes check 1 --solution"
  seconds expect 1 "7a 0/9 (not begun)" student "./gridlock check 7"
  seconds expect 1 "data_race" student \
    "./gridlock run docs/examples/lock_without_fences.cu --schedules 100"
}

check_deep() {
  check_usual
  local lab mistake=solutions/01_last_block/mistakes/no_fence.cu
  for lab in 1 2 3 4 5 6 7; do
    expect 0 "100/100" student "./gridlock check $lab --solution"
    expect 1 "(not begun)" student "./gridlock check $lab"
  done
  expect 0 "step.html" student "./gridlock trace 1 --submission $mistake --out ~/step.html"
  inside student "mkdir -p ~/class/student-0{1,2,3}
    for n in 1 2 3; do cp solutions/01_last_block/last_block.cu ~/class/student-0\$n/; done"
  expect 0 "3 of 3 files are there" student \
    "./gridlock class prepare ~/class --lab 1 --out ~/graded"
  expect 0 "grades.csv" student \
    "./gridlock class grade --trust-submissions ~/graded && ./gridlock class report ~/graded"
  expect 0 "student-03,100,100" student "cat ~/graded/report/grades.csv"
  expect 0 "index.html" student "./gridlock --yes docs"
  expect 0 "01_last_block.html" student "./gridlock --yes slides"
  if inside root "apt-cache show clang-format-19 > /dev/null 2>&1"; then
    expect 0 "100% tests passed" student "./gridlock --yes test quick"
  else
    echo "not tried: ./gridlock test quick, which wants clang-format 19; $suite has none"
  fi
  inside student "rm -rf ~/class ~/graded ~/step.html"
}

check_built() {
  lay_out "$temporary/machine" clang binutils bubblewrap
  "$source_root/gridlock" export student "$temporary/built" --built || return
  clone="'/home/student/gridlock für alle'"
  cp -a "$temporary/built" "$machine/home/student/gridlock für alle"
  chown -R --reference "$machine/home/student" "$machine/home/student"
  local lab
  for lab in 1 2 3 4 5 6 7; do
    seconds expect 1 "(not begun)" student "./gridlock check $lab"
  done
  expect 1 "data_race" student "./gridlock run docs/examples/lock_without_fences.cu"
  expect 1 "(not begun)" student \
    "cp labs/01_last_block/last_block.cu ~; ./gridlock check 1 --submission ~/last_block.cu"
  expect 0 "steps.html" student \
    "./gridlock trace docs/examples/lock_without_fences.cu --out ~/steps.html"
  expect 0 "" student "[[ ! -e build/default/build.ninja ]]"
}

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

# value NAME: the value of that name in devcontainer.json.
value() {
  sed -n "s/.*\"$1\": \"\(.*\)\".*/\1/p" "$machine$clone/.devcontainer/devcontainer.json"
}

check_bare_machine() {
  lay_out "$temporary/empty" git
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
  [[ -d $temporary/empty ]] || lay_out "$temporary/empty" git
  new_machine
  inside root "userdel student"  # The container has its own.
  build_container > "$temporary/container.log" 2>&1
  judge 0 "" ".devcontainer/Containerfile" \
    "$(echo "exit code $?" >> "$temporary/container.log"; tail "$temporary/container.log")"
  chown -R --reference "$machine/home/student" "$machine$clone"
  seconds expect 0 "01_last_block" "$(value remoteUser)" "$(value onCreateCommand)" --net
  expect 0 "100/100" "$(value remoteUser)" "./gridlock check 1 --solution" --net
}

case $mode in
  bare) check_bare_machine; check_container ;;
  container) check_container ;;
  usual) check_usual ;;
  deep) check_deep ;;
  built) check_built ;;
esac

echo "$passed passed, $failed failed"
((failed == 0))
