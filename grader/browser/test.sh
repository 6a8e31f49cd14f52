#!/usr/bin/env bash
# test.sh GRIDLOCK BUILD [--browser]: builds the page.  Then, in Node, the page's grader
# checks a wrong file and the reference of each lab, and runs the book's programs.  With
# --browser, it instead uses most of these files in the page itself, in headless Chromium.
# Each check and program must have the verdict, points and first finding that the command
# gives.  If something is missing that the test needs, it says so and exits with 77.
set -uo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
root=$(readlink -f -- "$here/../..")
skip() {
  echo "skipped: $1"
  exit 77
}
if [[ ${3:-} == --browser ]]; then
  browser=$(command -v chromium || command -v chromium-browser) || skip "there is no chromium here"
  command -v python3 > /dev/null || skip "there is no python3 here"
fi
site=$(bash "$here/build.sh" "$2")
case $? in
  0) ;;
  77) echo "$site"; exit 77 ;;
  *) exit 1 ;;
esac
out=$2/browser
cases=$out/cases
rm -rf -- "$cases" && mkdir -p "$cases"
for file in 01_last_block/{last_block,mistakes/{no_fence,four_at_a_time_from_any_element}}.cu \
  02_lock_barrier/{lock_barrier,mistakes/fence_after_arrival}.cu \
  03_lock_free_barrier/{lock_free_barrier,mistakes/block_fences}.cu \
  04_threadfence/{threadfence,mistakes/fence_after_flag}.cu \
  05_work_queue/{work_queue,mistakes/ahead_without_barrier}.cu \
  06_concurrent_kernels/{concurrent_kernels,mistakes/block_fence_before_ticket}.cu \
  07_stream_wait/{stream_wait,mistakes/no_wait}.cu; do
  lab=${file%%_*} name=${file##*/}
  if [[ $file == */mistakes/* ]]; then
    "$1" expand "$root/solutions/$file" > "$cases/${lab}_$name" || exit 1
  else
    cp -- "$root/solutions/$file" "$cases/${lab}_$name"
  fi
  "$1" check "$lab" --on sim --submission "$cases/${lab}_$name" \
    --json "$cases/${lab}_${name%.cu}.json" > /dev/null
  [[ -s $cases/${lab}_${name%.cu}.json ]] || exit 1
done
for file in "$here/throws.cu" "$root"/docs/examples/${browser:+message_by_}*.cu; do
  cp -- "$file" "$cases"
  "$1" run "$file" --json "$cases/$(basename "$file" .cu).json" > /dev/null
done
[[ ! -v browser ]] || exec node "$out/npm/click.mjs" "$browser" "$site" "$cases"
[[ -e $out/node ]] || skip "there is no Node with JavaScript Promise Integration, as 25 has"
exec "$out/node" "$out/npm/compare.mjs" "$out" "$cases"
