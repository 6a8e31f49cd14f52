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
chmod 755 "$folder" # Munge wants that of the folders around its socket.
host=$(hostname -s)
user=$(id -un)

skip() { echo "skipped: $1"; exit 77; }
fail() {
  echo "FAILED: $1" >&2
  tail -n 20 "$folder"/log/* "$folder"/sliced/slurm/*.out >&2
  exit 1
}

pids() { cat "$folder"/run/*.pid 2> /dev/null; }

end_cluster() {
  [[ -z $(pids) ]] || kill $(pids) 2> /dev/null
  for _ in {1..50}; do
    pgrep -f "$folder" > /dev/null || break
    sleep 0.2
  done
  [[ -z $(pids) ]] || kill -9 $(pids) 2> /dev/null
  rm -rf -- "$folder"
}
trap end_cluster EXIT

for program in munged slurmctld slurmd sbatch; do
  PATH=$PATH:/usr/sbin command -v $program > /dev/null || skip "there is no $program"
done
PATH=$PATH:/usr/sbin
[[ -d $source_root/solutions ]] || skip "this tree has no solutions"
getent hosts "$host" > /dev/null || skip "this machine's name $host leads nowhere"
"$gridlock" doctor --sandbox > /dev/null || skip "there is no box here"

start_cluster() {
  mkdir -p "$folder"/{etc,run,state,spool,log}
  mkdir -m 700 "$folder/munge"
  (umask 077; head -c 1024 /dev/urandom > "$folder/munge/key")
  munged --key-file="$folder/munge/key" --socket="$folder/run/munge.sock" \
    --pid-file="$folder/run/munged.pid" --log-file="$folder/log/munged" \
    --seed-file="$folder/munge/seed" || fail "munged does not start"
  cat > "$folder/etc/slurm.conf" << EOF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthInfo=socket=$folder/run/munge.sock
SlurmctldPort=16817
SlurmdPort=16818
SlurmctldPidFile=$folder/run/slurmctld.pid
SlurmdPidFile=$folder/run/slurmd.pid
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldLogFile=$folder/log/slurmctld
SlurmdLogFile=$folder/log/slurmd
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
KillWait=5
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=1000 State=UNKNOWN
PartitionName=test Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
  export SLURM_CONF=$folder/etc/slurm.conf
  slurmctld -c && slurmd || fail "Slurm does not start"
}

# As many students as there are files, by turns right and wrong.
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

hand_in
"$gridlock" class prepare "$folder/in" --lab 1 --out "$folder/local" > /dev/null ||
  fail "prepare"
cp -r "$folder/local" "$folder/sliced"
"$gridlock" class grade "$folder/local" || fail "the local run"

start_cluster
"$gridlock" class grade "$folder/sliced" --slurm --chunk 2 || fail "grade --slurm"
graded() { find "$folder/sliced/records" -name '*.json' | wc -l; }
for _ in {1..300}; do (($(graded) > 0)) && break; sleep 0.2; done
kill -9 "$(cat "$folder/run/slurmctld.pid")"
slurmctld || fail "slurmctld does not start again"
for _ in {1..300}; do (($(graded) > students / 2)) && break; sleep 0.2; done
kill -9 "$(cat "$folder/run/slurmd.pid")"
slurmd || fail "slurmd does not start again"
for _ in {1..600}; do [[ -e $folder/sliced/merged.json ]] && break; sleep 0.5; done
[[ -e $folder/sliced/merged.json ]] || fail "the jobs do not end: $(squeue -h)"

[[ $(records "$folder/local") == "$(records "$folder/sliced")" ]] ||
  fail "the records differ from those of the local run"
(($(graded) == students)) || fail "$(graded) of $students records"
"$gridlock" class report "$folder/sliced" > /dev/null || fail "report"
end_cluster
! pgrep -f "$folder" > /dev/null || fail "processes are left"
echo "ok: $students students"
