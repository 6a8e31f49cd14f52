"""What run_suite.py makes of a small suite of our own, and of lists that are wrong; what
survey.py makes of a few folders.

    run_suite_test.py SOURCE GRIDLOCK
"""

import csv
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SOURCE, GRIDLOCK = Path(sys.argv[1]), Path(sys.argv[2])
SUITES = SOURCE / "grader/suites"
TINY = SOURCE / "grader/tests/suites/tiny"
SURVEYED = SOURCE / "grader/tests/suites/survey"
sys.path.insert(0, str(SUITES))
sys.dont_write_bytecode = True

from kernel_host import cut, host_part  # noqa: E402
from run_suite import input_of, outcome_of  # noqa: E402
from survey import Makefile  # noqa: E402


def run_suite(suite, checkout, *options):
    return subprocess.run(
        [sys.executable, SUITES / "run_suite.py", suite, checkout, *options],
        env={"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"} | environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def survey(*options):
    return subprocess.run(
        [sys.executable, SUITES / "survey.py", *options, "--gridlock", GRIDLOCK],
        env={"PYTHONDONTWRITEBYTECODE": "1"} | environment(),
        capture_output=True,
        text=True,
        check=False,
    )


def environment():
    import os

    return dict(os.environ)


class Survey(unittest.TestCase):
    """Folders with Makefiles are run as these say, and summed up."""

    def test_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "rows.csv"
            done = survey(SURVEYED, "--jobs", "2", "--csv", table)
            self.assertEqual(done.returncode, 0, done.stderr)
            with table.open(newline="") as file:
                rows = {row["program"]: row["verdict"] for row in csv.DictReader(file)}
        self.assertEqual(
            rows,
            {
                "defines": "passed",
                "includes": "passed",
                "lacks": "no files",
                "refused": "compile_error",
                "stray": "data_race",
            },
            done.stdout,
        )
        self.assertIn("3 of 5 programs start", done.stdout)
        self.assertIn("1  use of undeclared identifier 'nowhere'\n", done.stdout)

    def test_only(self):
        done = survey(SURVEYED, "--name", "*s", "--only", "defines,stray")
        self.assertIn("1 of 1 programs start", done.stdout, done.stderr)

    def test_no_programs(self):
        done = survey(SURVEYED, "--name", "nothing*")
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no folder nothing* with a Makefile", done.stderr)

    def test_makefile(self):
        text = "A ?= 1\nA ?= 2\nCFLAGS = -DN=$(A) -I inc\nCFLAGS += -DM=$(B) -O3\n"
        makefile = Makefile(text + "source = $(wildcard *.cu)\n")
        self.assertEqual(makefile.flags(), ["-DN=1", "-Iinc", "-DM="])
        self.assertEqual(makefile.sources(), None)
        self.assertEqual(makefile.arguments(), [])


class TinySuite(unittest.TestCase):
    """Every way to name a program leads to its verdict."""

    def test_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            table = Path(folder) / "rows.csv"
            done = run_suite(
                *[TINY / "tiny.toml", TINY, "--gridlock", GRIDLOCK],
                *["--schedules", "5", "--csv", table],
            )
            self.assertEqual(done.returncode, 0, done.stderr)
            with table.open(newline="") as file:
                rows = {row["program"]: row for row in csv.DictReader(file)}
        verdicts = {name: (row["verdict"], row["outcome"]) for name, row in rows.items()}
        self.assertEqual(
            verdicts,
            {
                "reads": ("passed", "right"),
                "reads the wrong sum": ("wrong_result", "right"),
                "plain_countBug": ("data_race", "right"),
                "all_atomic": ("passed", "right"),
                "pass": ("passed", "right"),
                "fail": ("data_race", "right"),
                "none": ("none", "left out"),
            },
            done.stdout,
        )
        self.assertIn("6 of 6 got the right verdict.", done.stdout)

    def test_sample(self):
        options = ["--gridlock", GRIDLOCK, "--schedules", "1", "--every", "6"]
        done = run_suite(TINY / "tiny.toml", TINY, *options)
        self.assertIn("2 of 2 got the right verdict.", done.stdout, done.stderr)

    def test_another_checkout(self):
        with tempfile.TemporaryDirectory() as folder:
            for suite in ["scor", "indigo", "gpuverify", "hecbench"]:
                done = run_suite(SUITES / f"{suite}.toml", folder)
                self.assertEqual(done.returncode, 1)
                self.assertIn("name a clone of the suite", done.stderr)


class Outcomes(unittest.TestCase):
    def test_words(self):
        self.assertEqual(outcome_of("any failure", "stale_value", ""), "right")
        self.assertEqual(outcome_of("passed", "data_race", ""), "false alarm")
        self.assertEqual(outcome_of("data_race", "passed", ""), "missed")
        self.assertEqual(outcome_of("data_race", "passed", "equal_writes"), "advice")
        self.assertEqual(outcome_of("data_race", "deadlock", ""), "other failure")
        self.assertEqual(outcome_of("passed", "compile_error", ""), "not run")
        self.assertEqual(outcome_of("compile_error", "compile_error", ""), "right")

    def test_input(self):
        self.assertEqual(input_of({"input": ["3 2", "2 * 0 1"]}), "3 2\n0 1\n0 1\n")


class HostParts(unittest.TestCase):
    def test_cut(self):
        self.assertEqual(cut([64, 64, 64]), [64, 16, 1])
        self.assertEqual(cut([2048, 1, 1]), [1024, 1, 1])
        self.assertEqual(cut([8, 8, 1]), [8, 8, 1])

    def test_unknown_parameter(self):
        with self.assertRaisesRegex(ValueError, "no kernel has a parameter speed"):
            host_part(TINY / "alone/fail/kernel.cu", {"speed": 3})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
