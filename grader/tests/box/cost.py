"""What the box costs: the time of one check with it and without, side by side.

    python3 grader/tests/box/cost.py

Grades the reference of each lab in turns as one's own file, which gets no box, as a
stranger's file without the box, and in the box, so that what else the machine does meets
all three alike.  Prints for each lab the median seconds of the three ways, and the medians
over the rounds of what the box added per check and of the ratio of the first two; and at
the end the mean of both over the labs.  The first round compiles, and does not count.

The build folder in $GRIDLOCK is handed on.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]
GRIDLOCK = os.environ.get("GRIDLOCK", str(ROOT / "gridlock"))


class Ways:
    """The ways to grade a lab's reference, by name."""

    def __init__(self, folder, scratch):
        self.lab = folder.name
        (reference,) = folder.glob("*.cu")
        # A folder of its own, as a student's: the box shows what lies beside the file.
        copy = scratch / folder.name / reference.name
        copy.parent.mkdir()
        copy.write_bytes(reference.read_bytes())
        submission = ["--submission", str(copy)]
        self.arguments = {
            "own file": ["--solution"],
            "no box": [*submission, "--no-box"],
            "box": submission,
        }
        self.seconds = {name: [] for name in self.arguments}
        self.record = scratch / "record.json"

    def take(self, name):
        """Grades once; returns the seconds and the lab's part of the record."""
        command = [GRIDLOCK, "check", self.lab, "--on", "sim", "--no-cures"]
        begin = time.monotonic()
        done = subprocess.run(
            [*command, *self.arguments[name], "--json", str(self.record)],
            stdout=subprocess.DEVNULL,
        )
        seconds = time.monotonic() - begin
        if done.returncode != 0:
            sys.exit(f"check {self.lab} ({name}): exit {done.returncode}")
        return seconds, json.loads(self.record.read_text())["labs"][0]

    def warm_up(self):
        """Compiles for each way; returns how many checks there are."""
        records = {name: self.take(name)[1] for name in self.arguments}
        if not records["box"]["boxed"] or records["no box"]["boxed"]:
            sys.exit("There is no box here: ./gridlock doctor --sandbox")
        return len(records["box"]["checks"])

    def measure(self):
        for name, seconds in self.seconds.items():
            seconds.append(self.take(name)[0])

    def row(self, checks):
        """Prints the lab's line; returns what the box adds, in ms per check, and the
        ratio of one's own file to a stranger's without a box."""
        rounds = list(zip(*self.seconds.values()))
        own, without, boxed = map(statistics.median, self.seconds.values())
        added_ms = statistics.median((b - n) * 1000 / checks for _, n, b in rounds)
        ratio = statistics.median(o / n for o, n, _ in rounds)
        print(
            f"{self.lab:22} {own:8.2f} {without:8.2f} {boxed:8.2f} {checks:7} "
            f"{added_ms:9.1f} {ratio:9.3f}",
            flush=True,
        )
        return added_ms, ratio


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument(
        "--lab", action="append", help="only labs with this in their name"
    )
    options = parser.parse_args()
    folders = [
        folder
        for folder in sorted((ROOT / "solutions").glob("[0-9][0-9]_*"))
        if not options.lab or any(part in folder.name for part in options.lab)
    ]
    print(f"{'':22} {'own file':>8} {'no box':>8} {'box':>8}  checks  ms/check  own/none")
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for folder in folders:
            ways = Ways(folder, pathlib.Path(scratch))
            checks = ways.warm_up()
            for _ in range(options.rounds):
                ways.measure()
            rows.append(ways.row(checks))
    added_ms, ratio = map(statistics.mean, zip(*rows))
    print(f"mean over the labs: {added_ms:.1f} ms per check, own/none {ratio:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
