"""Plants races in a program of this folder, one per seed, and says which are found.

    python3 grader/suites/speed/plant.py grader/suites/speed/regular.cu --seeds 20

The program includes plant.h: a thread of a block makes one more write in one round, to an
element of others; all four are drawn from the seed.  Each seed is one run of a single
schedule.  The race counts as found if the verdict is data_race and one of the two accesses
of the first finding is the planted write.  Exits with 1 if one is missed.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[3]


def planted_lines(program: pathlib.Path) -> set[int]:
    """The lines of the planted writes: those with what plant.h draws for an element."""
    lines = program.read_text().splitlines()
    return {i for i, line in enumerate(lines, 1) if "Draw::element" in line}


def judge(program: pathlib.Path, seed: int, shrink: int) -> dict:
    """The record of one schedule of the program with the race of this seed."""
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / "record.json"
        command = [ROOT / "gridlock", "run", program, "--schedules", "1"]
        command += ["-D", f"PLANT={seed}", "-D", f"SHRINK={shrink}", "--json", record]
        done = subprocess.run(command, capture_output=True, text=True)
        if not record.exists():
            sys.exit(f"seed {seed}: {done.stdout}{done.stderr}")
        return json.loads(record.read_text())


def is_found(record: dict, lines: set[int]) -> bool:
    """Whether the first finding is the race of the planted write."""
    if record["verdict"] != "data_race" or not record["findings"]:
        return False
    accesses = record["findings"][0].get("accesses", [])
    return any(access.get("line") in lines for access in accesses)


def main() -> None:
    """Runs the seeds and prints a line for each."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--seeds", type=int, default=20, help="how many (default 20)")
    parser.add_argument("--first", type=int, default=1, help="the first seed (default 1)")
    parser.add_argument("--shrink", type=int, default=1, help="how much smaller it is")
    options = parser.parse_args()
    lines = planted_lines(options.program)
    if not lines:
        sys.exit(f"{options.program} plants nothing: see plant.h")
    found = 0
    for seed in range(options.first, options.first + options.seeds):
        start = time.monotonic()
        record = judge(options.program, seed, options.shrink)
        hit = is_found(record, lines)
        found += hit
        seconds = time.monotonic() - start
        said = "found" if hit else f"missed: {record['verdict']}"
        print(f"seed {seed}: {said}, {seconds:.1f} s", flush=True)
    print(f"found {found} of {options.seeds}")
    sys.exit(0 if found == options.seeds else 1)


if __name__ == "__main__":
    main()
