"""Runs the programs of a suite, from a checkout that the user names, and says which get
the verdict that they should.

    python3 grader/suites/run_suite.py grader/suites/cuda_samples.toml CHECKOUT [--only TEXT]
        [--every N] [--csv FILE] [--schedules N] [--jobs N] [--gridlock PROGRAM]
"""

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kernel_host import host_part
from suite_list import read_list

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

# What "any failure" stands for: the program ran, and broke a rule.
FAILURES = [
    "data_race",
    "stale_value",
    "wrong_result",
    "api_error",
    "deadlock",
    "no_progress",
    "divergent_barrier",
    "bad_access",
    "crashed",
]


def sources_of(program, checkout, scratch):
    """The files to build, and folders with headers that only these need."""
    folder = checkout / program["folder"]
    if not program.get("kernels"):
        return [folder / name for name in program["files"]], []
    host = scratch / "host.cu"
    host.write_text(host_part(folder / program["files"][0], program["values"]))
    return [host], [HERE, folder]


def command_of(suite, program, checkout, options, scratch):
    """The command line that judges a program."""
    folders = suite.get("include_dirs", []) + program.get("include_dirs", [])
    sources, needed = sources_of(program, checkout, scratch)
    line = [str(options.gridlock), "run"] + [str(source) for source in sources]
    line += [f"-I{checkout / name}" for name in folders]
    line += [f"-I{name}" for name in needed]
    line += [f"-D{macro}" for macro in program.get("definitions", [])]
    if suite.get("legacy") or program.get("legacy"):
        line.append("--legacy")
    if sms := program.get("sms", suite.get("sms")):
        line += ["--sms", str(sms)]
    if options.schedules:
        line += ["--schedules", str(options.schedules)]
    # The budget leaves time for the build.
    line += ["--budget", str(0.9 * suite["seconds"]), "--json", "-"]
    if program.get("arguments"):
        line.append("--")
        line += [a.replace("{checkout}", str(checkout)) for a in program["arguments"]]
    return line


def input_of(program):
    """What the program reads: the list's text, where `N * TEXT` repeats a line."""
    lines = []
    for line in program.get("input", []):
        times, star, text = line.partition(" * ")
        lines += [text] * int(times) if star else [line]
    return "\n".join(lines) + "\n"


def run(line, program, folder, seconds, scratch):
    """The record (gridlock/run/v1) that the command line writes."""
    text = scratch / "input.txt"
    text.write_text(input_of(program))
    with text.open() as given:
        done = subprocess.run(
            line,
            cwd=folder,
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=seconds,
            text=True,
        )
    return json.loads(done.stdout)


def outcome_of(expected, verdict, advice):
    """What became of the expectation, in a word that the summary counts."""
    if verdict in (FAILURES if expected == "any failure" else [expected]):
        return "right"
    if verdict == "passed":
        return "advice" if advice else "missed"
    if verdict not in FAILURES:
        return "not run"
    return "false alarm" if expected == "passed" else "other failure"


def judge(suite, program, checkout, options):
    """One row of the result."""
    row = {"program": program["name"], "expected": program.get("expected", "passed")}
    row.update(verdict="none", outcome="not run", schedules=0, advice="", said="")
    begin = time.monotonic()
    if program.get("left_out"):
        row.update(outcome="left out", said=program["why"], seconds=0.0)
        return row
    try:
        with tempfile.TemporaryDirectory() as scratch:
            line = command_of(suite, program, checkout, options, Path(scratch))
            folder = checkout / program["folder"]
            record = run(line, program, folder, suite["seconds"], Path(scratch))
        row["verdict"] = record["verdict"]
        row["schedules"] = record["schedules"]
        row["advice"] = " ".join(sorted({one["kind"] for one in record["advice"]}))
        said = record.get("message") or ""
        if record["findings"]:
            said = record["findings"][0]["message"]
        row["said"] = " ".join(said.split())[:200]
        row["outcome"] = outcome_of(row["expected"], row["verdict"], row["advice"])
    except subprocess.TimeoutExpired:
        row["said"] = "it was not judged in time"
    except (json.JSONDecodeError, KeyError) as error:
        row["said"] = f"no record: {error!r}"
    except OSError as error:
        row["said"] = f"gridlock does not start: {error}"
    except ValueError as error:
        row.update(outcome="left out", said=f"it cannot be laid out: {error}")
    row["seconds"] = round(time.monotonic() - begin, 1)
    return row


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("suite", type=Path)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--only", default="", help="programs with this in name or folder")
    parser.add_argument("--every", type=int, default=1, help="each N-th program only")
    parser.add_argument("--csv", type=Path, help="write the rows to this file")
    parser.add_argument("--schedules", type=int, help="per program; else as run does")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    parser.add_argument("--gridlock", type=Path, default=ROOT / "gridlock")
    return parser.parse_args()


def summary(rows):
    """How many rows had each outcome, by what was expected."""
    lines = []
    for expected in sorted({row["expected"] for row in rows}):
        counts = Counter(r["outcome"] for r in rows if r["expected"] == expected)
        each = ", ".join(
            f"{number} {outcome}" for outcome, number in counts.most_common()
        )
        lines.append(f"  {expected}, expected of {counts.total()}: {each}")
    right = sum(row["outcome"] == "right" for row in rows)
    judged = sum(row["outcome"] != "left out" for row in rows)
    return "\n".join(lines + [f"{right} of {judged} got the right verdict."])


def main():
    options = arguments()
    options.gridlock = options.gridlock.resolve()  # Programs run in their folders.
    checkout = options.checkout.resolve()
    suite, programs = read_list(options.suite, checkout)
    programs = [p for p in programs if options.only in f"{p['folder']}/{p['name']}"]
    programs = programs[:: options.every]
    if not programs:
        sys.exit(f"no program of the suite has {options.only} in its name or folder.")
    rows = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda p: judge(suite, p, checkout, options), programs):
            rows.append(row)
            mark = "ok " if row["outcome"] == "right" else "NOT"
            print(
                f"{mark} {row['program']:28} {row['verdict']:14} {row['outcome']:11} "
                f"{row['schedules']:6} {row['seconds']:6.1f} s  {row['said']}",
                flush=True,
            )
    print(summary(rows))
    if options.csv:
        with options.csv.open("w", newline="") as file:
            writer = csv.DictWriter(file, rows[0], lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)


if __name__ == "__main__":
    main()
