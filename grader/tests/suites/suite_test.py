"""What suite.py makes of a small list of our own, and of lists that are wrong.

suite_test.py SOURCE GRIDLOCK
"""

import csv
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, GRIDLOCK = Path(sys.argv[1]), Path(sys.argv[2])
SUITES, OWN = SOURCE / "grader/suites", SOURCE / "grader/tests/suites"
sys.path.insert(0, str(SUITES))
sys.dont_write_bytecode = True

from suite import outcome_of  # noqa: E402


def suite(*words):
    return subprocess.run(
        [sys.executable, "-B", SUITES / "suite.py", *words, "--gridlock", GRIDLOCK],
        capture_output=True,
        text=True,
        check=False,
    )


class TinyList(unittest.TestCase):
    """Every way to name a program leads to its verdict."""

    def test_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "rows.csv"
            done = suite(OWN / "tiny.txt", OWN, "--schedules", "5", "--csv", table)
            self.assertEqual(done.returncode, 0, done.stderr)
            with table.open(newline="") as file:
                rows = {row["program"]: row for row in csv.DictReader(file)}
        verdicts = {name: (row["verdict"], row["outcome"]) for name, row in rows.items()}
        self.assertEqual(
            verdicts,
            {
                "named/reads_three": ("passed", "right"),
                "named/reads_three -DWRONG": ("wrong_result", "right"),
                "found/all_atomic": ("passed", "right"),
                "found/plain_countBug": ("data_race", "right"),
                "folder/folder": ("passed", "right"),
            },
            done.stdout,
        )
        self.assertIn("5 of 5 got the right verdict.", done.stdout)

    def test_sample(self):
        done = suite(OWN / "tiny.txt", OWN, "--schedules", "1", "--every", "4")
        self.assertIn("2 of 2 got the right verdict.", done.stdout, done.stderr)

    def test_another_checkout(self):
        lists = [file for file in SUITES.glob("*.txt")]
        self.assertGreater(len(lists), 5)
        with tempfile.TemporaryDirectory() as folder:
            for file in lists:
                done = suite(file, folder)
                self.assertEqual(done.returncode, 1)
                self.assertIn("name a clone of the suite", done.stderr)

    def test_unknown_verdict(self):
        with tempfile.NamedTemporaryFile("w") as file:
            print("fine found/all_atomic.cu", file=file, flush=True)
            done = suite(Path(file.name), OWN)
        self.assertIn("A list cannot expect fine", done.stderr)


class Outcomes(unittest.TestCase):
    def test_words(self):
        self.assertEqual(outcome_of("failure", "stale_value", ""), "right")
        self.assertEqual(outcome_of("passed", "data_race", ""), "false alarm")
        self.assertEqual(outcome_of("data_race", "passed", ""), "missed")
        self.assertEqual(outcome_of("data_race", "passed", "equal_writes"), "advice")
        self.assertEqual(outcome_of("data_race", "deadlock", ""), "other failure")
        self.assertEqual(outcome_of("passed", "compile_error", ""), "not run")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
