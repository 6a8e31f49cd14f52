"""Runs every program of the corpus in the simulator, and writes table.csv beside this file.

    python3 docs/corpus/run.py [--only TEXT] [--jobs N] [--schedules N] [--gridlock PROGRAM]
        [--csv FILE]

Each folder holds a bug, before.cu, and its repair, after.cu.  The first line of a program
is the verdict that it must get, which was committed before its first run; the second names
the thread of the public tracker.  What gets another verdict stays in the table; misses.txt
says why.
"""

import argparse
import csv
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[1]


def header_of(program, key):
    """What stands after "// KEY: " in a program's first comment."""
    mark = f"// {key}: "
    for line in program.read_text().splitlines():
        if line.startswith(mark):
            return line[len(mark) :]
    sys.exit(f"{program} has no line '{mark}...'.")


def judge(program, options):
    """A program's verdict, or the advice if that is all there is to say; schedules; seconds;
    and the first finding or message."""
    begin = time.monotonic()
    done = subprocess.run(
        [str(options.gridlock), "run", str(program), "--json", "-"]
        + ["--schedules", str(options.schedules)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    seconds = time.monotonic() - begin
    try:
        record = json.loads(done.stdout)
    except json.JSONDecodeError:
        return "no record", 0, seconds, " ".join(done.stderr.split())[:200]
    verdict = record["verdict"]
    said = record.get("message") or ""
    if record["findings"]:
        said = record["findings"][0]["message"]
    if verdict == "passed" and record.get("advice"):
        verdict = "advice " + record["advice"][0]["kind"]
    return verdict, record["schedules"], seconds, " ".join(said.split())[:200]


def row_of(folder, options):
    before, schedules, seconds, said = judge(folder / "before.cu", options)
    after, more_schedules, more_seconds, more_said = judge(folder / "after.cu", options)
    row = {
        "name": folder.name,
        "thread": header_of(folder / "before.cu", "thread"),
        "expected": header_of(folder / "before.cu", "expect"),
        "before": before,
        "after": after,
        "schedules before": schedules,
        "schedules after": more_schedules,
        "seconds before": round(seconds, 1),
        "seconds after": round(more_seconds, 1),
    }
    right = before == row["expected"] and after == "passed"
    print("ok " if right else "NOT", *list(row.values()), flush=True)
    if not right:
        print(f"      before: {said}\n      after: {more_said}", flush=True)
    return right, row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--only", default="", help="bugs with this in their name")
    parser.add_argument("--jobs", type=int, default=1, help="bugs at a time")
    parser.add_argument("--schedules", type=int, default=60, help="per program")
    parser.add_argument("--gridlock", type=Path, default=ROOT / "gridlock")
    parser.add_argument("--csv", type=Path, default=FOLDER / "table.csv")
    options = parser.parse_args()
    folders = sorted(file.parent for file in FOLDER.glob("*/before.cu"))
    folders = [folder for folder in folders if options.only in folder.name]
    if not folders:
        sys.exit(f"No bug's name has {options.only} in it.")
    with ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda folder: row_of(folder, options), folders))
    print(f"{sum(right for right, _ in rows)} of {len(rows)} got the right verdicts.")
    with options.csv.open("w", newline="") as file:
        writer = csv.DictWriter(file, rows[0][1], lineterminator="\n")
        writer.writeheader()
        writer.writerows(row for _, row in rows)


if __name__ == "__main__":
    main()
