#!/usr/bin/env bash
#
# Proofs that are too long for every run of the tests are cut into parts; the last
# commit's name decides which part runs.
#
#   turn.sh SOURCE PARTS                    prints a number from 1 to PARTS
#   turn.sh SOURCE PARTS COMMAND [ARG...]   runs the command, with --part NUMBER/PARTS

set -euo pipefail

source=$1 parts=$2
shift 2
commit=$(git -C "$source" rev-parse HEAD 2> /dev/null) || commit=0
turn=$((16#${commit:0:7} % parts + 1))
if (($# == 0)); then
  echo "$turn"
else
  echo "Commit ${commit:0:7} decides: part $turn of $parts."
  exec "$@" --part "$turn/$parts"
fi
