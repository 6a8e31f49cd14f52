#!/usr/bin/env bash
#
# A class graded by a real Slurm of one node, which this test starts and ends: the records
# are those of a local run, though its two daemons are killed in the middle.
#
#   slurm_test.sh SOURCE GRIDLOCK [STUDENTS]
#
# Exit codes: 0 passed, 1 failed, 77 skipped: there is no Slurm (slurm-wlm, munge), no
# solutions, or no box.

set -u
source_root=$1 gridlock=$2 students=${3:-8}
export NO_COLOR=1 GRIDLOCK_ROOT=$source_root
folder=$(mktemp -d)
if [[ $folder == *[[:space:]]* ]]; then
  # Slurm's settings hold no blanks.
  rmdir -- "$folder" && folder=$(mktemp -d /tmp/gridlock-slurm.XXXXXX)
fi
chmod 755 "$folder" # Munge demands these rights of the folders around its own.

skip() { echo "skipped: $1"; exit 77; }
fail() {
  echo "FAILED: $1" >&2
  tail -n 20 "$folder"/cluster/log/* "$folder"/sliced/slurm/*.out >&2
  exit 1
}

cluster() { bash "$source_root/grader/tests/class/slurm_cluster.sh" "$@"; }

end_cluster() {
  [[ ! -d $folder/cluster ]] || cluster end "$folder/cluster"
  rm -rf -- "$folder"
}
trap end_cluster EXIT

[[ -d $source_root/solutions ]] || skip "this tree has no solutions"
"$gridlock" doctor --sandbox > /dev/null || skip "there is no box here"

# One right submission, then mistakes of the bank, one for each further student.
hand_in() {
  local bank=$source_root/solutions/01_last_block number=0 file
  mkdir -p "$folder/in/student-0"
  cp "$bank/last_block.cu" "$folder/in/student-0"
  for file in "$bank"/mistakes/*.cu; do
    ((++number < students)) || break
    mkdir -p "$folder/in/student-$number"
    "$gridlock" expand "$file" > "$folder/in/student-$number/last_block.cu"
  done
}

records() {
  local file
  for file in "$1"/records/*.json; do
    echo "$file" | sed 's|.*/||'
    python3 -c 'import json, sys
record = json.load(open(sys.argv[1]))
del record["run"]
print(json.dumps(record))' "$file"
  done
}

# This comes first, since there may be no Slurm.
cluster start "$folder/cluster"
case $? in
  0) export SLURM_CONF=$folder/cluster/etc/slurm.conf ;;
  77) exit 77 ;;
  *) fail "no cluster" ;;
esac
hand_in
"$gridlock" class prepare "$folder/in" --lab 1 --out "$folder/local" > /dev/null ||
  fail "prepare"
cp -r "$folder/local" "$folder/sliced"
"$gridlock" class grade "$folder/local" || fail "the local run"

"$gridlock" class grade "$folder/sliced" --slurm --chunk 2 || fail "grade --slurm"
graded() { find "$folder/sliced/records" -name '*.json' | wc -l; }
for _ in {1..300}; do (($(graded) > 0)) && break; sleep 0.2; done
cluster kill "$folder/cluster" slurmctld || fail "slurmctld"
for _ in {1..300}; do (($(graded) > students / 2)) && break; sleep 0.2; done
cluster kill "$folder/cluster" slurmd || fail "slurmd"
for _ in {1..600}; do [[ -e $folder/sliced/merged.json ]] && break; sleep 0.5; done
[[ -e $folder/sliced/merged.json ]] || fail "the jobs do not end: $(squeue -h)"

[[ $(records "$folder/local") == "$(records "$folder/sliced")" ]] ||
  fail "the records differ from those of the local run"
(($(graded) == students)) || fail "$(graded) of $students records"
"$gridlock" class report "$folder/sliced" > /dev/null || fail "report"
end_cluster
! pgrep -f "$folder" > /dev/null || fail "processes are left"
echo "ok: $students students"
