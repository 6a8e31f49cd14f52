#!/usr/bin/env bash
#
# Proofs that are too long for every run of the tests are cut into parts; the last
# commit's name decides which part runs.
#
#   turn.sh SOURCE PARTS                    prints a number from 1 to PARTS
#   turn.sh SOURCE PARTS COMMAND [ARG...]   runs the command, with --part NUMBER/PARTS
#   turn.sh --not K/N SOURCE PARTS ...      the same, unless it is the turn of part K of N:
#                                           then another proof runs in its place (exit
#                                           code 77: skipped)

set -euo pipefail

not=
[[ $1 != --not ]] || { not=$2 && shift 2; }
source=$1 parts=$2
shift 2
commit=$(git -C "$source" rev-parse HEAD 2> /dev/null) || commit=0
turn_of() { echo "$((16#${commit:0:7} % $1 + 1))"; }
if [[ -n $not && $(turn_of "${not#*/}") == "${not%/*}" ]]; then
  echo "Commit ${commit:0:7} decides: not now."
  exit 77
fi
turn=$(turn_of "$parts")
if (($# == 0)); then
  echo "$turn"
else
  echo "Commit ${commit:0:7} decides: part $turn of $parts."
  exec "$@" --part "$turn/$parts"
fi
