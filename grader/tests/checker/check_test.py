"""The whole road from the command to the record, with a worker that obeys the test.  And
workers that something outside ends, which must not cost points.

    check_test.py SOURCE BUILD [CLASS.TEST...]
"""

import functools
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fixture"))
from command import GPU, PROGRAM, CommandTest, main, parent_of, program_of, words, workers

# The verdicts of lab 91's checks.  Each has 1 point if it passed, none if the grader failed.
STUNTS = {
    "protocol_error": "exits; fakes_a_summary; writes_garbage; forges_a_summary; "
    "forges_an_answer; closes_everything; leaves_a_daemon; claims_schedules; "
    "finding of an unknown kind; a fence that needs more than it has",
    "crashed": "crashes; is_killed",
    "timeout": "hangs; loops; stops_itself",
    "output_limit": "floods; too_large; returns_millions",
    "out_of_memory": "eats_memory",
    "grader_error": "no_such_scenario; a check that throws; skips itself on the simulator",
    "deadlock": "deadlock",
    "bad_access": "bad_access",
    "stale_value": "a wrong outcome with an old value",
    "data_race": "advice that counts; races on the simulator alone",
    "skipped": "launches have a fifth of a second; a check for the GPU alone",
    "wrong_result": "a wrong outcome with an old value, functional; an output that is missing; "
    "prints and fails; a fence too wide; fails and leaves nothing; "
    "fails and leaves memory taken; fails after one that left memory taken; "
    "fails after one whose kernel hangs; fails after an error that sticks; fails once more",
    "passed": "waits; claims_accesses; an old value alone is fine; prints; advises; "
    "a fence too wide for one exploration, and not for another; "
    "a fence that nothing needs; hangs on the GPU alone; "
    "a race is told to the first of its explorations; needs three or four devices; "
    "needs three devices for a part of it; asks what three devices showed; "
    "needs what a GPU may not have; passes in a worker of its own",
}


class Labs(CommandTest):
    runs = {}  # One run of each lab serves all tests.

    def of_lab(self, number):
        if number not in self.runs:
            self.runs[number] = self.by_name(f"check {number}")
        return self.runs[number]

    fixture = functools.partialmethod(of_lab, 90)
    stunts = functools.partialmethod(of_lab, 91)

    def test_a_title_with_a_comma_a_colon_and_a_wildcard_runs_that_check_and_no_other(
        self,
    ):
        check = self.fixture()["all outcomes, with a comma and a *: are fine"]
        self.holds(check, verdict="passed", schedules=1000)
        self.assertEqual(len(self.fixture()), 7)

    def test_a_failed_assertion_ends_the_exploration_and_names_its_schedule(self):
        check = self.fixture()["an outcome is wrong"]
        self.holds(check, verdict="wrong_result", schedules=8, schedules_to_finding=8)
        self.assertEqual(check["returned"], "value = 7")
        message = check["finding"]["message"]
        self.assertEqual(message, "the value is 7, the limit is 7")
        self.assertIn(":4f:outcomes:count=9:1.4.2:1:rr-7:", check["replay"])
        self.assertEqual(len(check["interleaving"]), 4)
        required = self.fixture()["a required assertion fails"]
        self.holds(required, verdict="wrong_result", schedules_to_finding=1001)
        self.assertEqual(required["failures"][0]["expanded"], "0 >  0")
        # The interleaving is that of the exploration's first schedule.  It is short, but
        # does not cause the wrong result.
        self.assertLessEqual(len(required["interleaving"]), 10)

    def test_a_race_counts_in_an_ordering_check_and_not_in_a_functional_one(self):
        functional = self.fixture()["a race alone does not fail a functional check"]
        self.holds(functional, verdict="passed", points=10)
        self.assertEqual(functional["notes"][0]["kind"], "data_race")
        ordering = self.fixture()["a race fails an ordering check"]
        self.holds(ordering, verdict="data_race", points=0)

    def test_program_counters_become_lines_in_accesses_and_in_sentences(self):
        finding = self.fixture()["a race fails an ordering check"]["finding"]
        one, other = finding["accesses"]
        self.assertEqual(one["line"], 3)
        read = "__device__ int read_here() { return line_2; }"
        self.holds(other, file="fixture.cu", text=read)
        self.holds(
            finding,
            message="The read and the write in line 3 are two steps, and the read in line 4 "
            "may come between them.",
            missing="No __threadfence() lies between the write in line 3 and the atomicAdd in "
            "line 5.",
        )

    def test_a_finding_without_a_history_gets_one_from_a_replay(self):
        check = self.fixture()["a race whose steps come from a replay"]
        self.assertEqual(len(check["interleaving"]), 4)

    def test_stunts(self):
        """whatever a submission does, it fails its own check and no other"""
        verdicts = {n: v for v, names in STUNTS.items() for n in names.split("; ")}
        self.assertEqual(
            {name: check["verdict"] for name, check in self.stunts().items()}, verdicts
        )
        for name, verdict in verdicts.items():
            points = None if verdict == "grader_error" else int(verdict == "passed")
            most = int(verdict != "skipped")
            with self.subTest(name):
                self.holds(self.stunts()[name], points=points, max_points=most)

    def test_millions(self):
        """millions of values from a worker do not fill the judge's memory"""
        limited = ["/bin/sh", "-c", 'ulimit -v 1048576; exec "$0" "$@"']
        record = self.record("check 91 --only returns_millions", limited)
        self.assertEqual(record["labs"][0]["checks"][0]["verdict"], "output_limit")

    def test_a_strangers_claim_that_no_simulator_can_have_earned_is_to_be_seen(self):
        file = self.write("claims.cu", "a submission\n")
        own = "check 91 --only claims_accesses"
        strangers = f"{own} --submission {file} --no-box"
        lab = self.lab(strangers)
        self.assertEqual(lab["score"], 1)
        self.assertEqual(len(lab["look_at"]), 1)
        self.assertIn("more than the simulator", lab["look_at"][0])
        self.assertIn("Look at this file by hand.", self.output(strangers))
        self.assertNotIn("look_at", self.lab(own))

    def test_the_graders_own_failures_are_no_score_and_the_exit_code_says_so(self):
        said = self.output("check 91 --only throws", code=3)
        self.says(said, "the author made a mistake", "-/1", "There is no score")
        lab = self.lab("check 91 --only throws")
        self.holds(lab, score=None, max_score=1)
        self.assertNotEqual(lab["incomplete_why"], "")

    def test_left_behind(self):
        """no process of a submission is left behind"""

        # Workers of tests that run beside this one do not count.
        def left():
            ours = (p for p in workers() if program_of(parent_of(p))[:8] != "gridlock")
            return set(ours)

        before = left()
        for only in ("daemon", "hangs"):
            self.run_line(f"check 91 --only {only}")
        self.assertLessEqual(left(), before)

    def test_advice_is_given_once_and_costs_nothing(self):
        check = self.stunts()["advises"]
        self.assertEqual(check["points"], 1)
        (advice,) = check["advice"]
        self.holds(advice, kind="missing_acquire_fence", line=3)

    def test_a_check_about_fences_says_which_one_is_too_wide_and_which_is_not_needed(
        self,
    ):
        finding = self.stunts()["a fence too wide"]["finding"]
        self.assertEqual(finding["kind"], "fence_too_wide")
        self.assertEqual(finding["accesses"][0]["line"], 3)
        self.assertTrue(finding["missing"].startswith("__threadfence_block()"))
        # If a part fails, no advice says to remove a fence.
        unneeded = "a fence that nothing needs"
        for name in (
            unneeded,
            "a fence too wide for one exploration, and not for another",
        ):
            self.assertEqual(self.stunts()[name]["advice"], [])
        (check,) = self.checks(f"check 91 --only '{unneeded}'")
        self.assertEqual([each["kind"] for each in check["advice"]], ["redundant_fence"])
        kind = self.stunts()["advice that counts"]["finding"]["kind"]
        self.assertEqual(kind, "missing_acquire_fence")

    def test_a_submission_that_does_not_compile_fails_every_check_with_the_reason(self):
        line = f"check 90 --submission {self.write('bad.cu', 'a syntax error')}"
        lab = self.lab(line)
        self.holds(lab, score=0, max_score=50)
        self.assertEqual({check["verdict"] for check in lab["checks"]}, {"compile_error"})
        self.assertEqual(self.output(line, code=1).count("expected ';'"), 1)

    def test_at_load(self):
        """code that ends the program while it is loaded fails, at once for all checks"""
        for at_load in ("exit", "hello"):
            file = self.write("loads.cu", f"at load: {at_load}\n")
            checks = self.checks(f"check 90 --submission {file}")
            self.assertEqual({check["verdict"] for check in checks}, {"protocol_error"})
        # If a worker reports that it cannot load the code, the grader is at fault only if we
        # cannot load it either.
        file = self.write("loads.cu", "at load: refuse\n")
        lab = self.lab(f"check 91 --only waits --submission {file}")
        for check in lab["checks"]:
            self.assertEqual(check["verdict"], "crashed")
            said = "said: cannot load: undefined symbol"
            self.assertIn(said, check["finding"]["message"])
        self.assertEqual(lab["score"], 0)

    def test_options(self):
        """--schedules and --seed reach the worker and the replay"""
        checks = self.by_name("check 90 --schedules 17 --seed 5")
        race = checks["a race alone does not fail a functional check"]
        self.assertEqual(race["schedules"], 17)
        self.assertIn(":1.4.2:5:rr-7:", checks["an outcome is wrong"]["replay"])
        # A check that asks for executions gets them, however few the user wants.
        self.assertEqual(checks["some outcome is 3"]["schedules"], 20)

    def interrupt(self, line, seen):
        """Presses Ctrl-C once `seen`, called with the process's id, sees a worker."""
        process = subprocess.Popen(
            [PROGRAM, *words(line)],
            env=self.environment({"HOME": str(self.folder)}),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.wait_until(lambda: seen(process.pid), "a worker")
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(60), 130)

    def test_ctrl_c(self):
        """Ctrl-C keeps what is finished and ends with 130, and no worker stays"""

        def has_worker(pid):
            return any(pid in (parent_of(w), parent_of(parent_of(w))) for w in workers())

        self.interrupt("check 91 --only hangs", has_worker)

    def test_run_interrupted_a_verdict_is_of_the_schedules_that_ended_if_any_did(self):
        file, out = self.write("a.cu", "int main() {}\n"), self.folder / "out.json"
        note = self.folder / "fixture-worker-hangs"
        for what, expected in [
            ("hang", {"verdict": "skipped", "schedules": 0}),
            ("hang later", {"verdict": "passed", "schedules": 1, "stdout": "good\n"}),
            ("race, hang", {"verdict": "data_race", "schedules": 1}),
        ]:
            with self.subTest(what):
                line = f"run {file} --json {out} -- '{what}'"
                self.interrupt(line, lambda _: note.exists())
                note.unlink()
                record = self.parse(out.read_text())
                self.holds(record, interrupted=True, **expected)
                told = "before the first schedule ended" in record.get("message", "")
                self.assertEqual(told, what == "hang")


class OnGpu(CommandTest):
    def gpu(self, line, devices="0"):
        """The results on the GPU, on a machine with these: "0,1" are two."""
        checks = self.checks(line, CUDA_VISIBLE_DEVICES=devices, **GPU)
        return {c["name"]: c for c in checks if c["executor"] == "gpu"}

    def one(self, line, devices="0"):
        return next(iter(self.gpu(line, devices).values()))

    def test_without_the_simulator_a_score_is_incomplete_and_a_skip_no_failure(self):
        lab = self.lab("check 90 --on gpu")
        self.holds(lab, incomplete=True, max_score=0)
        for check in lab["checks"]:
            self.holds(check, verdict="skipped", executor="gpu")
        self.run_line("check 90 --on gpu", code=0)

    def test_what_the_gpu_showed_stands_beside_a_finding_of_the_simulator(self):
        line = "check 91 --only 'races on the simulator'"
        self.says(
            self.output(line, code=1, **GPU), "GPU: 200 launches, nothing seen.", "0/1"
        )
        # --launches reaches the worker, and stands in the line that runs the check again.
        said = self.output(line + " --launches 17", code=1, **GPU)
        again = "./gridlock check 91 --launches 17 --only "
        self.says(said, "a fake, warm on 1: 17 launches.", again)

    def test_a_check_must_pass_on_every_executor_and_its_points_exist_once(self):
        sim, gpu = self.checks("check 91 --only 'hangs on the GPU'", **GPU)
        self.holds(sim, executor="sim", verdict="passed", max_points=0)
        self.holds(gpu, executor="gpu", verdict="timeout", points=0, max_points=1)

    def test_after_a_hang(self):
        """after a hang, what fails on the simulator does not run on the GPU"""
        gpu = self.gpu("check 91 --only alone")
        self.assertEqual(gpu["hangs on the GPU alone"]["verdict"], "timeout")
        self.assertEqual(gpu["races on the simulator alone"]["verdict"], "skipped")
        self.assertNotEqual(gpu["a check for the GPU alone"]["verdict"], "skipped")

    def test_what_hangs_on_the_simulator_runs_there_only_when_asked_to(self):
        line = "check 91 --only deadlock"
        self.assertEqual(self.one(line)["verdict"], "skipped")
        self.assertEqual(self.one(line + " --on gpu")["verdict"], "deadlock")

    def test_a_check_has_a_fifth_of_a_second_unless_launches_says_how_often(self):
        line = "check 91 --only 'fifth of a second'"
        self.assertEqual(self.one(line)["verdict"], "passed")
        self.assertEqual(self.one(line + " --launches 200")["verdict"], "wrong_result")

    def test_a_check_for_the_gpu_alone_runs_where_there_is_one(self):
        lab = self.lab("check 91 --only 'GPU alone'", **GPU)
        self.assertEqual(lab["gpu"], "a fake, warm on 1")

    def test_a_submission_that_spoils_the_gpu_for_itself_fails_there(self):
        file = self.write("spoils.cu", "at load: spoil the GPU\n")
        line = f"check 91 --on gpu --only 'GPU alone' --submission {file} --no-box"
        check = self.one(line)
        self.assertEqual(check["verdict"], "crashed")
        self.assertEqual(
            check["finding"]["message"],
            "The GPU works until this file is loaded; then there is no CUDA device that works "
            "(cudaMalloc: CUDA error 2, out of memory).",
        )

    def test_a_check_that_needs_more_gpus_is_skipped_there_and_parts_of_it_run(self):
        several, part = "needs three or four devices", "a part of it"
        for only, devices, verdict, launches in [
            (several, "0,1", "skipped", None),
            (several, "0,1,2", "passed", 200),
            (several, "0,1,2,3", "passed", 400),
            (part, "0", "passed", 200),
            (part, "0,1,2", "passed", 400),
            # A check that needs an exploration that was left out is skipped.
            ("three devices showed", "0", "skipped", None),
            ("three devices showed", "0,1,2", "passed", None),
            ("may not have", "0", "skipped", None),
        ]:
            with self.subTest(only + " on " + devices):
                check = self.one(f"check 91 --only '{only}'", devices)
                self.assertEqual(check["verdict"], verdict)
                if launches:
                    self.assertEqual(check["schedules"], launches)
        line = f"check 91 --only '{several}'"
        message = self.one(line, "0,1")["finding"]["message"]
        self.assertEqual(message, "it needs 3 GPUs, and this machine has 2")
        message = self.one("check 91 --only 'may not have'")["finding"]["message"]
        self.assertEqual(message, "it needs a feature")
        # The check has the points of its run on the simulator.
        self.holds(self.lab(line, **GPU), score=1, max_score=1)
        told = "not run on the GPU: it needs 3 GPUs, and this machine has 1"
        self.assertIn(told, self.output(line, **GPU))

    def after_failures(self, options):
        """For part 91d's checks: how many explorations their worker had before, and the verdict."""
        found = self.gpu("check 91 --only 91d " + options).items()
        return {name: (c.get("returned", ""), c["verdict"]) for name, c in found}

    def test_outlives(self):
        """a worker on a GPU outlives a failure that leaves it usable"""
        # After a failure that costs a worker, checks that fail on the simulator are skipped.
        skipped = (
            "fails after one that left memory taken; fails after one whose kernel hangs;"
        )
        skipped += " fails after an error that sticks; fails once more"
        expected = dict.fromkeys(skipped.split("; "), ("", "skipped"))
        expected["fails and leaves nothing"] = ("value = 0", "wrong_result")
        expected["fails and leaves memory taken"] = ("value = 1", "wrong_result")
        expected["passes in a worker of its own"] = ("", "passed")
        for jobs in (1, 3):
            self.assertEqual(self.after_failures(f"--jobs {jobs}"), expected)

    def test_what_fails_after_another_failure_is_judged_by_how_it_begins_anew(self):
        got = self.after_failures("--on gpu")
        self.assertEqual(got.pop("passes in a worker of its own"), ("", "passed"))
        self.assertEqual(len(got), 6)
        self.assertEqual(set(got.values()), {("value = 0", "wrong_result")})


class Waiting(CommandTest):
    """A run whose workers wait until the test has acted on them."""

    CHECK = "check 91 --only waits --json - --jobs 1"

    def begin(self, line=CHECK, silence=60):
        self.told = self.write("fixture-worker-waits", "")
        more = {"HOME": str(self.folder), "FIXTURE_SILENCE_SECONDS": str(silence)}
        self.seen, self.ended = set(), None

        def run():
            self.ended = self.run_line(line, **more)

        self.thread = threading.Thread(target=run)
        self.thread.start()
        self.addCleanup(self.thread.join)
        self.addCleanup(self.told.unlink, missing_ok=True)

    def next_worker(self):
        def new():
            own = (p for p in workers() if p not in self.seen)
            mine = (p for p in own if parent_of(parent_of(p)) == os.getpid())
            return next(mine, 0)

        pid = self.wait_until(new, "a worker")
        self.seen.add(pid)
        return pid

    def end(self):
        self.told.unlink(missing_ok=True)
        self.thread.join()
        return self.ended

    def lab_at_end(self):
        return self.parse(self.end().stdout)["labs"][0]

    def test_a_worker_that_is_ended_or_stopped_from_outside_costs_nothing(self):
        file = self.write("waits.cu", "at load: wait\n")
        while_loading = f"{self.CHECK} --submission {file} --no-box"
        for line, number, silence in [
            (self.CHECK, signal.SIGKILL, 60),
            (self.CHECK, signal.SIGTERM, 60),
            (self.CHECK, signal.SIGSTOP, 1),
            (while_loading, signal.SIGKILL, 60),
        ]:
            with self.subTest(line=line, signal=number):
                self.begin(line, silence)
                os.kill(self.next_worker(), number)
                self.next_worker()
                self.assertEqual(self.lab_at_end()["score"], 1)

    def test_own(self):
        """what ends the submission's workers, and not the reference's, is its own"""
        self.begin()
        for _ in range(2):
            os.kill(self.next_worker(), signal.SIGKILL)
        lab = self.lab_at_end()
        self.assertEqual(lab["score"], 0)
        self.assertEqual(lab["checks"][0]["verdict"], "crashed")
        said = lab["checks"][0]["finding"]["message"]
        self.says(said, "No limit of the grader explains", "the lab's own file does not")

    def test_a_whole_program_whose_worker_is_ended_from_outside_runs_once_more(self):
        file = self.write("waits_in_main.cu", "a program\n")
        self.begin(f"run {file} -- wait")
        os.kill(self.next_worker(), signal.SIGKILL)
        self.next_worker()
        self.assertEqual(self.end().returncode, 0)

    def test_under_a_limit_of_processor_time_there_is_no_score_and_it_is_named(self):
        limited = ["/bin/sh", "-c", 'ulimit -t 1; exec "$0" "$@"']
        line = "check 91 --only loops"
        record = self.record(line, limited, code=3, FIXTURE_SILENCE_SECONDS="60")
        lab = record["labs"][0]
        self.holds(lab, score=None, max_score=1)
        self.assertEqual(lab["checks"][0]["verdict"], "grader_error")
        self.assertIn("ulimit -t", lab["checks"][0]["finding"]["message"])

    def test_how_a_worker_ended_is_known_even_if_our_parent_ignored_ends(self):
        record = self.record("check 91 --only crashes", ["env", "--ignore-signal=CHLD"])
        self.assertEqual(record["labs"][0]["checks"][0]["verdict"], "crashed")


class Cases(CommandTest):
    """The lab whose checks are in fixture/cases_checks.cpp."""

    def setUp(self):
        super().setUp()
        self.root = self.folder / "cases"
        self.write(
            "cases/labs/93_cases/lab.toml",
            'title = "Cases"\nsubmission = "cases.cu"\npoints = 7\n'
            'requires = ["int cases"]\n[[part]]\nid = "93a"\ntitle = "A"\n',
        )
        self.write("cases/labs/93_cases/cases.cu", "int cases;\n")

    def check(self, title):
        return self.checks(f"check 93 --only '{title}'")[0]

    def test_a_check_fails_with_the_smallest_case_that_fails_and_passes_if_none_does(
        self,
    ):
        check = self.check("every case passes")
        self.assertEqual(check["verdict"], "passed")
        self.assertGreater(check["schedules"], 1000)
        numbers = self.check("large counts")
        self.holds(numbers, verdict="wrong_result", returned="value = 17")
        self.assertIn(":outcomes:calls=7,count=18,other=4:", numbers["replay"])
        sequence = self.check("two calls")
        self.assertEqual(sequence["verdict"], "wrong_result")
        self.assertIn(":outcomes:calls=457,", sequence["replay"])  # Octal 711.
        # Cases that were tried beside it left no trace.
        self.assertEqual(numbers["schedules"], 1018)

    def test_what_a_report_says_of_cases(self):
        for title, says in [
            # With count=17 it passes, too, but less happens then than with other=3.
            (
                "large counts",
                ["found   with count 18; other 4", "; with other 3, it passes\n"],
            ),
            # The report does not say that a case without items passes.
            ("no item is", ["found   with 1 items"]),
            ("an index that", ["; with from index 0 on, it passes\n"]),
            # The sentence on what is wrong does not repeat the case.
            (
                "some outcome is",
                [
                    "wrong_result: no outcome is large\n",
                    "found   with up to 3 values\n",
                ],
            ),
            (
                "what is said",
                ["wrong_result: a value is 2\n", "found   with up to 3 values"],
            ),
        ]:
            with self.subTest(title):
                said = self.output(f"check 93 --only '{title}'", code=1)
                self.says(said, *says)
                self.assertEqual("passes" in said, "it passes" in says[-1])

    def test_a_failure_that_does_not_happen_again_counts(self):
        check = self.check("what fails once")
        self.assertEqual(check["verdict"], "wrong_result")
        self.assertIn("== 99", check["failures"][0]["message"])

    def test_a_loop_without_end_and_what_ends_the_worker_run_once(self):
        check = self.check("what computes")
        self.assertEqual(check["verdict"], "no_progress")
        # Made smaller, the case would have count=2; the corners that fail have 33 and 60.
        self.assertIn(":never_ends:calls=", check["replay"])
        self.assertNotIn("count=2,", check["replay"])
        self.assertNotIn("count = 2,", check["scenario"])
        self.assertEqual(self.check("what crashes")["verdict"], "crashed")


if __name__ == "__main__":
    main()
