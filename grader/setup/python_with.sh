#!/bin/sh
#
#   python_with.sh MODULE
#
# Prints the first Python in PATH that has the module; exits with 1 if there is none.
# Packages of the distribution belong to its own Python, which need not be the first.
#
# It calls no other program, since PATH may name only folders without any.
set -fu
IFS=:
for folder in $PATH; do
  python=${folder:-.}/python3
  [ -f "$python" ] && [ -x "$python" ] || continue
  "$python" -c "import importlib.util, sys
sys.exit(not importlib.util.find_spec('$1'))" > /dev/null 2>&1 || continue
  printf '%s\n' "$python"
  exit 0
done
exit 1
