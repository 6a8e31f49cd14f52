"""Runs the programs of a suite, from a checkout that the user names, and says which get
the verdict that they should.

    python3 grader/suites/run_suite.py grader/suites/cuda_samples.toml CHECKOUT [--only TEXT]
        [--csv FILE] [--schedules N] [--jobs N] [--gridlock PROGRAM]
"""

import argparse
import csv
import json
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def command_of(suite, program, checkout, options):
    """The command line that judges a program."""
    folder = checkout / program["folder"]
    folders = suite.get("include_dirs", []) + program.get("include_dirs", [])
    line = [str(options.gridlock), "run"]
    line += [str(folder / name) for name in program["files"]]
    line += [f"-I{checkout / name}" for name in folders]
    line += [f"-D{macro}" for macro in program.get("definitions", [])]
    if suite.get("legacy") or program.get("legacy"):
        line.append("--legacy")
    if options.schedules:
        line += ["--schedules", str(options.schedules)]
    # The budget leaves time for the build.
    line += ["--budget", str(0.8 * suite["seconds"]), "--json", "-"]
    if program.get("arguments"):
        line += ["--"] + program["arguments"]
    return line


def judge(suite, program, checkout, options):
    """One row of the result."""
    line = command_of(suite, program, checkout, options)
    row = {"program": program["folder"].split("/")[-1]}
    if "name" in program:
        row["program"] = program["name"]
    row["expected"] = program.get("expected", "passed")
    begin = time.monotonic()
    try:
        done = subprocess.run(
            line,
            cwd=checkout / program["folder"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=suite["seconds"],
            text=True,
        )
        record = json.loads(done.stdout)
        row["verdict"] = record["verdict"]
        row["schedules"] = record["schedules"]
        said = record.get("message") or ""
        if record["findings"]:
            said = record["findings"][0]["message"]
        row["said"] = " ".join(said.split())[:200]
    except subprocess.TimeoutExpired:
        row.update(verdict="none", schedules=0, said="it was not judged in time")
    except (json.JSONDecodeError, KeyError) as error:
        row.update(verdict="none", schedules=0, said=f"no record: {error!r}")
    row["seconds"] = round(time.monotonic() - begin, 1)
    failures = [
        "data_race",
        "wrong_result",
        "api_error",
        "deadlock",
        "bad_access",
        "crashed",
    ]
    allowed = failures if row["expected"] == "any failure" else [row["expected"]]
    row["right"] = row["verdict"] in allowed
    return row


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("suite", type=Path)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--only", default="", help="programs with this in their folder")
    parser.add_argument("--csv", type=Path, help="write the rows to this file")
    parser.add_argument("--schedules", type=int, help="per program; else as run does")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    parser.add_argument("--gridlock", type=Path, default=ROOT / "gridlock")
    options = parser.parse_args()
    options.gridlock = options.gridlock.resolve()  # Programs run in their folders.
    suite = tomllib.loads(options.suite.read_text())
    checkout = options.checkout.resolve()
    programs = [p for p in suite["program"] if options.only in p["folder"]]
    missing = [p["folder"] for p in programs if not (checkout / p["folder"]).is_dir()]
    if missing:
        sys.exit(f"{checkout} has no {missing[0]}: name a clone of the suite.")
    rows = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda p: judge(suite, p, checkout, options), programs):
            rows.append(row)
            mark = "ok " if row["right"] else "NOT"
            print(
                f"{mark} {row['program']:28} {row['verdict']:14} "
                f"{row['schedules']:6} {row['seconds']:6.1f} s  {row['said']}",
                flush=True,
            )
    print(f"{sum(row['right'] for row in rows)} of {len(rows)} got the right verdict.")
    if options.csv:
        with options.csv.open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
