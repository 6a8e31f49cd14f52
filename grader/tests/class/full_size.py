"""Grades a class of synthetic students, once in one go and once killed and resumed.

    python3 grader/tests/class/full_size.py --students 100 --out /tmp/class-trial

Every student hands in a file for each lab: a reference, a variant or a mistake from
solutions/, drawn with --seed.  The class is prepared once and graded twice: undisturbed,
and killed with SIGKILL at --kills random moments and resumed.  slurm_test.sh does the same
with a Slurm.

The records must be the same byte for byte but for "run" (times and hosts), with one for
each piece of work; a record that was there when a run was killed must never be written
again; and no process may be left.  What is right must have all points; a mistake must not,
or have the advice that its first line names.  Exits with 1 if any of this is not so.

It takes as long as the class twice.  --jobs and the build folder in $GRIDLOCK are handed
on.
"""

import argparse
import functools
import itertools
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
GRIDLOCK = os.environ.get("GRIDLOCK", str(ROOT / "gridlock"))
LEFT_BEHIND_S = 20
# The last part of a record: where and when it was made.
RUN = re.compile(rb',\n "run": \{.*?\n \}', re.DOTALL)


def gridlock(*arguments):
    """The output of a command that must work."""
    done = subprocess.run(
        [GRIDLOCK, *map(str, arguments)], stdout=subprocess.PIPE, text=True
    )
    if done.returncode != 0:
        sys.exit(f"gridlock {' '.join(map(str, arguments))}: exit {done.returncode}")
    return done.stdout


def is_overlay(text):
    """Whether the first comment has the line that makes a file an overlay."""
    first_comment = itertools.takewhile(
        lambda line: line.startswith("//"), text.split("\n")
    )
    return "// overlay" in map(str.rstrip, first_comment)


class Bank:
    """The files of a lab that students could have written."""

    def __init__(self, folder):
        self.lab = folder.name
        (self.reference,) = folder.glob("*.cu")
        self.right = [self.reference, *sorted(folder.glob("variants/*.cu"))]
        self.wrong = sorted(folder.glob("mistakes/*.cu"))
        self.texts = {}

    def text(self, file):
        """The whole file, as a student would hand it in."""
        if file not in self.texts:
            text = file.read_text()
            self.texts[file] = gridlock("expand", file) if is_overlay(text) else text
        return self.texts[file]


def hand_in(folder, banks, students, right, draw):
    """Writes the class's files; returns what each of them is."""
    handed = {}
    for number in range(1, students + 1):
        student = f"student-{number:03}"
        (folder / student).mkdir(parents=True)
        for bank in banks:
            file = draw.choice(bank.right if draw.random() < right else bank.wrong)
            (folder / student / bank.reference.name).write_text(bank.text(file))
            handed[f"{number:04}-{bank.lab}.json"] = file
    return handed


def grade(folder, jobs, kill_after=None):
    """Grades what is open; returns whether it ended by itself, and the seconds."""
    begin = time.monotonic()
    process = subprocess.Popen(
        [GRIDLOCK, "class", "resume", str(folder), *jobs],
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        code = process.wait(kill_after)
        if code != 0:
            sys.exit(f"class resume: exit {code}")
        return True, time.monotonic() - begin
    except subprocess.TimeoutExpired:
        # Kill one process, as the kernel would; its children must end by themselves.
        process.send_signal(signal.SIGKILL)
        process.wait()
        return False, time.monotonic() - begin


def records_in(folder):
    """The bytes of the records by name, without when and where they were made."""
    records = {}
    for file in sorted((folder / "records").glob("*.json")):
        records[file.name], runs = RUN.subn(b"", file.read_bytes())
        if runs != 1:
            sys.exit(f'{file} has {runs} parts "run"')
    return records


def judged_in(folder):
    """How many pieces of work were judged: the others are the same as one of these."""
    files = (folder / "records").glob("*.json")
    return sum("same_files_as" not in json.loads(f.read_text())["run"] for f in files)


def stamps_of(folder):
    """When each record was written."""
    files = (folder / "records").glob("*.json")
    return {file.name: file.stat().st_mtime_ns for file in files}


def left_behind(folder):
    """The processes that still know the folder, a while after their run was killed."""
    marker = str(folder).encode()
    for _ in range(LEFT_BEHIND_S * 10):
        found = []
        for entry in pathlib.Path("/proc").glob("[0-9]*/cmdline"):
            try:
                command = entry.read_bytes()
            except OSError:
                continue
            if marker in command and int(entry.parent.name) != os.getpid():
                found.append(command.replace(b"\0", b" ").decode(errors="replace"))
        if not found:
            return []
        time.sleep(0.1)
    return found


def grade_with_kills(folder, jobs, kills, whole_s, draw):
    """Kills the run at random moments and resumes it; returns what went wrong."""
    wrong = []
    kept = {}
    for kill in range(1, kills + 1):
        after = draw.uniform(0.1, 0.9) * whole_s / (kills + 1)
        ended, _ = grade(folder, jobs, kill_after=after)
        if ended:
            wrong.append(f"kill {kill}: the class was already graded")
        survivors = left_behind(folder)
        if survivors:
            wrong.append(f"kill {kill} left {survivors}")
        now = stamps_of(folder)
        print(f"killed after {after:.1f} s, with {len(now)} records", flush=True)
        kept = {**now, **kept}
    grade(folder, jobs)
    written = stamps_of(folder)
    twice = [name for name, stamp in kept.items() if written.get(name) != stamp]
    if twice:
        wrong.append(f"graded twice: {twice}")
    return wrong


@functools.lru_cache(None)
def expectations():
    return json.loads(gridlock("reference", "mistakes"))


def expectation(file):
    """What the mistake says that it gets."""
    return expectations()[f"{file.parts[-3]}/{file.stem}"]


def is_caught(file, record):
    """Whether the mistake lost points, or got the advice that it should get."""
    expected = expectation(file)
    if not expected.startswith("advice "):
        return record["score"] is not None and record["score"] < record["max_score"]
    kind = expected.split()[1]
    checks = record["result"]["checks"]
    return any(one["kind"] == kind for check in checks for one in check["advice"])


def compare(once, often, handed):
    """How the two sets of records differ from each other and from what was handed in."""
    wrong = []
    for name, records in (("undisturbed", once), ("disturbed", often)):
        if missing := sorted(handed.keys() - records.keys()):
            wrong.append(f"{name}: no record {missing}")
        if strangers := sorted(records.keys() - handed.keys()):
            wrong.append(f"{name}: nobody handed in {strangers}")
    for name in sorted(once.keys() & often.keys()):
        if once[name] != often[name]:
            wrong.append(f"{name} differs ({handed[name]})")
    for name in sorted(once.keys() & handed.keys()):
        file, record = handed[name], json.loads(once[name])
        if file.parent.name != "mistakes":
            if record["score"] != record["max_score"]:
                wrong.append(f"{name}: {record['score']} points for {file}")
        elif not is_caught(file, record):
            wrong.append(f"{name}: {record['score']} points for {file}")
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--students", type=int, default=100)
    parser.add_argument(
        "--lab", action="append", help="only labs with this in their name"
    )
    parser.add_argument(
        "--right", type=float, default=0.4, help="the share of right files"
    )
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, help="submissions at once")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="a new folder")
    options = parser.parse_args()
    draw = random.Random(options.seed)
    banks = [
        Bank(folder)
        for folder in sorted((ROOT / "solutions").glob("[0-9][0-9]_*"))
        if not options.lab or any(part in folder.name for part in options.lab)
    ]
    out = options.out.absolute()
    handed = hand_in(out / "in", banks, options.students, options.right, draw)
    print(f"{len(handed)} pieces of work; the draw's seed is {options.seed}", flush=True)
    labs = [word for bank in banks for word in ("--lab", bank.lab)]
    gridlock("class", "prepare", out / "in", *labs, "--out", out / "once")
    shutil.copytree(out / "once", out / "often")
    jobs = ["--jobs", str(options.jobs)] if options.jobs else []

    _, whole_s = grade(out / "once", jobs)
    judged = judged_in(out / "once")
    each_s = whole_s / judged
    print(
        f"{len(handed)} pieces of work, {judged} of them different, graded in "
        f"{whole_s:.0f} s: {each_s:.2f} s for each that was judged; 700 that all differ "
        f"would take {each_s * 700 / 60:.0f} min",
        flush=True,
    )
    wrong = grade_with_kills(out / "often", jobs, options.kills, whole_s, draw)
    once, often = records_in(out / "once"), records_in(out / "often")
    wrong += compare(once, often, handed)
    gridlock("class", "report", out / "often")
    print(
        "\n".join(wrong)
        or f"{len(once)} records are the same, and nothing wrong has all points"
    )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
