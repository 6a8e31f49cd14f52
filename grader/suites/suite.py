"""Runs the programs of a list, from a checkout that the user names, and says which of
them get the verdict that they should.  README.md says what a list can say.

    python3 grader/suites/suite.py grader/suites/cuda_samples.txt CHECKOUT [--only TEXT]
        [--every N] [--csv FILE] [--schedules N] [--jobs N] [--gridlock PROGRAM]
"""

import argparse
import csv
import dataclasses
import json
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The verdicts that "failure" stands for: the program ran, and broke a rule.
FAILURES = """data_race stale_value wrong_result api_error deadlock no_progress
    divergent_barrier bad_access crashed""".split()
EXPECTED = {"passed", "failure", *FAILURES}


@dataclasses.dataclass
class Program:
    """A program of a list; its words are as in a command line in its folder."""

    name: str
    expected: str
    folder: Path
    sources: list[str]
    options: list[str]
    arguments: list[str]
    given: list[str]  # Lines of standard input.


def cut(words, mark):
    """The words before and after the mark."""
    at = words.index(mark) if mark in words else len(words)
    return words[:at], words[at + 1 :]


def spread(text):
    """The texts that braces stand for: a{b,c}."""
    found = re.search(r"\{(.*?)\}", text)
    if not found:
        return [text]
    before, behind = text[: found.start()], text[found.end() :]
    return [text for one in found[1].split(",") for text in spread(before + one + behind)]


def variants_of(expected):
    """(verdict, macros) of each variant: "passed,data_race:-DRACEY" has two."""
    for one in expected.split(","):
        verdict, *macros = one.split(":")
        if verdict not in EXPECTED:
            sys.exit(f"A list cannot expect {verdict}, but one of {sorted(EXPECTED)}.")
        yield verdict, macros


def files_of(pattern, checkout):
    """The files that a row begins with; a folder stands for its file of the same name."""
    for one in spread(pattern):
        found = sorted(checkout.glob(one))
        if not found:
            sys.exit(f"{checkout} has no {one}: name a clone of the suite.")
        for path in found:
            yield path / f"{path.name}.cu" if path.is_dir() else path


def programs_of(words, shared, checkout):
    """The programs of a row: one for each file that it finds, and for each variant."""
    words, lines = cut(words, "<")
    (expected, first, *more), arguments = cut(words, "--")
    others = [word for word in more if not word.startswith("-")]
    options = [word for word in more if word not in others]
    given = []
    for line in lines:
        times, star, text = line.partition(" * ")
        given += [text] * int(times) if star else [line]
    for path in files_of(first, checkout):
        for verdict, macros in variants_of(expected):
            name = " ".join([str(path.relative_to(checkout).with_suffix("")), *macros])
            flags = [*shared, *options, *macros]
            words = [path.name, *others], flags, arguments, given
            yield Program(name, verdict, path.parent, *words)


def read_list(file, checkout):
    """The programs of a list; of two with the same name, the later."""
    shared, programs = [], {}
    # Lines that begin with a blank continue a row.
    for row in re.findall(r"^[^\s#].*(?:\n[ \t]+.*)*", file.read_text(), re.M):
        words = shlex.split(row, comments=True)
        if words[0] == "all":
            shared = [re.sub("^-I", f"-I{checkout}/", word) for word in words[1:]]
            continue
        for program in programs_of(words, shared, checkout):
            programs[program.name] = program
    return list(programs.values())


def command_of(program, options):
    """The command line that judges a program."""
    line = [str(options.gridlock), "run", *program.sources, *program.options]
    if options.schedules:
        line.append(f"--schedules={options.schedules}")
    line += ["--json", "-"]
    return line + ["--", *program.arguments] * bool(program.arguments)


def run(line, program):
    """The record (gridlock/run/v1) that the command line writes."""
    budgets = [float(word[9:]) for word in line if word.startswith("--budget=")]
    with tempfile.NamedTemporaryFile("w+") as given:
        given.writelines(f"{one}\n" for one in program.given)
        given.seek(0)
        done = subprocess.run(
            line,
            cwd=program.folder,
            stdin=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            # This includes the time of the build.
            timeout=1.25 * budgets[-1] + 60 if budgets else None,
            text=True,
        )
    return json.loads(done.stdout)


def outcome_of(expected, verdict, advice):
    """What became of the expectation, in a word that the summary counts."""
    if verdict in (FAILURES if expected == "failure" else [expected]):
        return "right"
    if verdict == "passed":
        return "advice" if advice else "missed"
    if verdict not in FAILURES:
        return "not run"
    return "false alarm" if expected == "passed" else "other failure"


def told(record):
    """What a record says first, without the place of a compiler's error."""
    findings = record["findings"] or [{"message": record.get("message") or ""}]
    text = re.sub(r"^\S+:\d+: (error: )?", "", findings[0]["message"].strip())
    return " ".join(text.split("\n")[0].split())[:200]


def judge(program, options):
    """One row of the result."""
    row = {"program": program.name, "expected": program.expected, "verdict": "none"}
    row |= {
        "outcome": "not run",
        "schedules": 0,
        "advice": "",
        "said": "",
        "seconds": 0.0,
    }
    begin = time.monotonic()
    try:
        record = run(command_of(program, options), program)
        row |= {"verdict": record["verdict"], "schedules": record["schedules"]}
        row["advice"] = " ".join(sorted({one["kind"] for one in record["advice"]}))
        row["said"] = told(record)
        row["outcome"] = outcome_of(row["expected"], row["verdict"], row["advice"])
    except subprocess.TimeoutExpired:
        row["said"] = "it was not judged in time"
    except (json.JSONDecodeError, KeyError) as error:
        row["said"] = f"no record: {error!r}"
    except OSError as error:
        row["said"] = f"gridlock does not start: {error}"
    return row | {"seconds": round(time.monotonic() - begin, 1)}


def summary(rows):
    """How many rows had each outcome, by what was expected."""
    lines = []
    for expected in sorted({row["expected"] for row in rows}):
        counts = Counter(r["outcome"] for r in rows if r["expected"] == expected)
        each = ", ".join(f"{number} {what}" for what, number in counts.most_common())
        lines.append(f"  {expected}, expected of {counts.total()}: {each}")
    right = sum(row["outcome"] == "right" for row in rows)
    return "\n".join(lines + [f"{right} of {len(rows)} got the right verdict."])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("list", type=Path)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--only", default="", help="programs with this in their name")
    parser.add_argument("--every", type=int, default=1, help="each N-th program only")
    parser.add_argument("--csv", type=Path, help="write the rows to this file")
    parser.add_argument("--schedules", type=int, help="per program; else as run does")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    parser.add_argument("--gridlock", type=Path, default=HERE.parents[1] / "gridlock")
    return parser.parse_args()


def main():
    options = arguments()
    options.gridlock = options.gridlock.resolve()  # for use in other folders
    programs = read_list(options.list, options.checkout.resolve())
    programs = [one for one in programs if options.only in one.name][:: options.every]
    if not programs:
        sys.exit(f"no program of the list has {options.only} in its name.")
    rows = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda program: judge(program, options), programs):
            rows.append(row)
            print(
                f"{'ok ' if row['outcome'] == 'right' else 'NOT'} {row['program']:60} "
                f"{row['verdict']:14} {row['outcome']:11} {row['schedules']:6} "
                f"{row['seconds']:6.1f} s  {row['said']}",
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
