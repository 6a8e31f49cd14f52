#!/usr/bin/env bash
#
# A Slurm of one node, this machine, for the tests of a class.
#
#   slurm_cluster.sh start FOLDER           starts the daemons; FOLDER/etc/slurm.conf is what
#                                           SLURM_CONF must name
#   slurm_cluster.sh kill FOLDER DAEMON     kills slurmctld or slurmd, and starts it again
#   slurm_cluster.sh end FOLDER             stops the daemons, and deletes FOLDER
#
# FOLDER is new or empty, and has no blanks in its name: Slurm's settings allow none.
# Others must not be able to write to the folders around it, unless they are sticky: Munge
# demands that.
#
# Exit codes: 0 done, 1 it did not work, 77 there is no Slurm (slurm-wlm, munge).

set -u
PATH=$PATH:/usr/sbin
step=${1-} folder=${2-} daemon=${3-}

skip() { echo "skipped: $1"; exit 77; }
fail() { echo "FAILED: $1" >&2; exit 1; }
pids() { cat "$folder"/run/*.pid 2> /dev/null; }

write_settings() {
  local host user port
  host=$(hostname -s) user=$(id -un)
  port=$((20000 + RANDOM % 10000))  # Another Slurm may run here, such as another test's.
  getent hosts "$host" > /dev/null || skip "this machine's name $host leads nowhere"
  cat > "$folder/etc/slurm.conf" << EOF
ClusterName=test
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthInfo=socket=$folder/run/munge.sock
SlurmctldPort=$port
SlurmdPort=$((port + 1))
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
}

start() {
  local program
  for program in munged slurmctld slurmd sbatch; do
    command -v $program > /dev/null || skip "there is no $program"
  done
  [[ $folder != *[[:space:]]* ]] || fail "Slurm's settings hold no blanks: $folder"
  mkdir -p "$folder"/{etc,run,state,spool,log} && mkdir -m 700 "$folder/munge" ||
    fail "cannot write to $folder"
  chmod 755 "$folder"
  write_settings
  (umask 077; head -c 1024 /dev/urandom > "$folder/munge/key")
  munged --key-file="$folder/munge/key" --socket="$folder/run/munge.sock" \
    --pid-file="$folder/run/munged.pid" --log-file="$folder/log/munged" \
    --seed-file="$folder/munge/seed" || fail "munged does not start"
  slurmctld -c && slurmd || fail "Slurm does not start"
}

kill_daemon() {
  [[ $daemon == slurmctld || $daemon == slurmd ]] || fail "there is no daemon $daemon"
  kill -9 "$(cat "$folder/run/$daemon.pid")" || fail "$daemon does not run"
  $daemon || fail "$daemon does not start again"
}

end() {
  [[ -z $(pids) ]] || kill $(pids) 2> /dev/null
  for _ in {1..50}; do
    # The slash leaves out this script and its caller, which name the folder without it.
    pgrep -f "$folder/" > /dev/null || break
    sleep 0.2
  done
  [[ -z $(pids) ]] || kill -9 $(pids) 2> /dev/null
  rm -rf -- "$folder"
}

export SLURM_CONF=$folder/etc/slurm.conf
case $step in
  start) start ;;
  kill) kill_daemon ;;
  end) end ;;
  *) fail "what is \"$step\"?  start, kill or end" ;;
esac
