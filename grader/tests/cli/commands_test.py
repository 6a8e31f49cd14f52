"""The commands as scripts see them: arguments, exit codes, files.  The fixture's command is the
real one with a fake compiler and a fake worker.

    commands_test.py SOURCE BUILD [CLASS.TEST...]
"""

import os
import re
import resource
import shutil
import stat
import subprocess
import sys
import tomllib
import unittest
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fixture"))
from command import IS_STUDENTS, PROGRAM, SOURCE, TREE, CommandTest, RealTest, TreeTest
from command import main, words

DONE90 = '{"score":50,"max_score":50,"parts":{}}'
DONE92 = '{"score":10,"max_score":10,"parts":{}}'


def lanes_in(svg, name="lane"):
    return len(ElementTree.parse(svg).findall(f".//*[@class='{name}']"))


class Usage(CommandTest):
    def test_usage(self):
        """usage errors have exit code 2 and say what to do"""
        for line, says in [
            ("check 7", 'There is no lab "7"'),
            ("check 7", "90_fixture"),
            ("check 90 --wrong", "--wrong"),
            ("check 90 --on moon", "--on"),
            ("check 90 --schedules 0", "--schedules"),
            ("check 90 --schedules many", "--schedules"),
            ("check 90 --launches 0", "--launches"),
            ("check 90 --only 'no such title'", "an outcome is wrong"),
            ("check 90 --solution", "--solution needs the folder solutions/"),
            ("check 90 --submission /nonexistent.cu", "no file"),
            ("check 90 --submission . --solution", "--solution"),
            ("check 90 --submission ''", "the path is empty; name a file"),
            ("trace 90 --submission ''", "the path is empty; name a file"),
            ("replay 90 --submission ''", "the path is empty; name a file"),
            ("check 90 --submision x", "Did you mean --submission?"),
            ("check 90 --submision=x", "Did you mean --submission?"),
            ("nonsense", 'There is no command "nonsense".  There are: list, check'),
            ("check 90 --cure --no-cures", "--cure excludes --no-cures"),
            ("check --cure", "--cure is for one lab: ./gridlock check 1 --cure"),
            ("check 90 --cure-limit 5", "--cure-limit requires --cure"),
            ("chekc 90", 'Did you mean "check"?'),
            ("class", "./gridlock class takes a command behind it.  There are: prepare"),
            ("class prepar x", '"class prepar".  Did you mean "class prepare"?'),
            ("run /nonexistent.cu", "no file"),
            ("run", "FILE is required"),
            ("run -- 12", "FILE is required"),
            ("replay 90 2:rubbish", "damaged"),
            ("replay 90 ''", "damaged"),
            ("replay 90 c0ffee", "No schedule c0ffee was found here"),
            ("hint 90 90z", "90a"),
            ("hint 90 9", "1 to 3"),
            ("trace 90", "--out"),
            ("trace 90 --out x.gif", "must end with .svg or .png"),
            ("trace 90 --out picture", "must end with .svg or .png"),
            ("trace 7 --out x.svg", "There is no lab"),
            ("trace 90 --only 'nothing like it' --out x.svg", "in its title"),
            ("trace 90 --schedule 2:rubbish --out x.svg", "damaged"),
            (
                "trace 90 --only outcome --hide nowhere --out x.svg",
                'No row of the picture contains "nowhere"',
            ),
            ("trace 90 --repaired /none.cu --out x.html", "There is no file"),
            ("trace 90 --demo --out x.svg", "needs the folder solutions/"),
            ("trace /nonexistent.cu --out x.svg", "no file"),
            ("plot 90 --out x.gif", 'or .csv for the medians, unlike "x.gif".'),
            (
                "plot 90 --out x",
                "--out must end with .svg, .png or .pdf, or .csv for the",
            ),
            ("plot 90 --out /no/such/x.PNG", 'There is no folder "/no/such" for the'),
        ]:
            with self.subTest(line):
                self.assertIn(says, self.errors(line))
        png = "trace 90 --only outcome --out x.png"
        self.assertIn("librsvg2-bin", self.errors(png, PATH="/nonexistent"))
        self.assertIn("nodejs npm", self.errors("slides", PATH="/nonexistent"))

    def test_help_and_version_are_no_errors(self):
        help_text = self.output("--help")
        self.says(
            help_text, *"list check replay trace run hint reset doctor --yes".split()
        )
        # This tree has no solutions/, like a student's tree.
        self.assertNotIn("selfcheck", help_text)
        self.assertIn("gridlock 0.", self.output("--version"))
        self.output("check --help")

    def test_the_reference_has_a_section_for_every_command_and_is_in_no_list(self):
        self.says(
            self.output("reference commands"),
            "## check\n\nGrade your labs.\n",
            "./gridlock check [LAB...] [OPTIONS]",
            "| `--on` `sim` / `gpu` / `all` |",
            "| `--schedules` `N` |",
            "## docs\n",
        )
        self.assertNotIn("## reference", self.output("reference commands"))
        self.assertNotIn("  reference", self.output("--help"))
        self.assertNotIn(", reference", self.errors("nonsense"))
        for kind, name in [("verdicts", "data_race"), ("advice", "bounded_wait")]:
            row = f"| [`{name}`](verdicts.md#{name}) |"
            self.assertIn(row, self.output(f"reference {kind}"))

    def test_documentation_that_cannot_be_built_is_said_to_be_so_with_the_reason(self):
        run = self.run_line("docs", code=3)  # This tree has nothing to build.
        self.says(run.stderr, "the documentation was not built", "| Error: ")
        self.assertEqual(run.stdout, "")

    def test_yes_may_stand_anywhere(self):
        for line in ("--yes hint 90", "hint --yes 90", "hint 90 --yes"):
            self.output(line)
        file = self.write("program.cu", "int main() {}\n")
        self.output(f"run {file} --yes -- fail", code=1)


class Check(CommandTest):
    def test_it_looks_for_a_cure_when_it_is_asked_to_and_says_how_to_ask(self):
        offer = (
            "  To look for a small change that repairs this: ./gridlock check 90 --cure\n"
        )
        self.assertTrue(self.output("check 90", code=1).endswith(offer))
        self.assertNotIn("cures_tried", self.lab("check 90"))
        self.assertNotIn("small change", self.output("check 90 --no-cures", code=1))
        # The fake worker finds the same failure with each change.
        cured = self.output("check 90 --cure --cure-limit 0", code=1)
        none = " (fences, barriers, waits, atomics): none repairs it.\n"
        self.says(cured, none, "  The whole call took ")
        self.assertNotIn("small change", cured)
        passed = self.output("check 90 --only 'some outcome' --cure")
        self.assertIn("No change of order was tried: no kernel fails", passed)

    def test_a_search_for_a_cure_ends_when_its_time_is_over_and_says_so(self):
        text = (TREE / "labs/90_fixture/fixture.cu").read_text()
        file = self.write("slow_copies.cu", text + "// as a copy: hang\n")
        line = f"check 90 --submission {file} --no-box --cure --cure-limit 1"
        cut = "The search was cut short after 1 s, before one change was tried."
        self.assertIn(cut, self.output(line, code=1))

    def test_every_failed_check_has_a_line_that_runs_it_again_as_it_was_run(self):
        said = self.output("check 90 --seed 7 --schedules 50 --all", code=1)
        again = "./gridlock check 90 --seed 7 --schedules 50 --only "
        self.assertIn(again, said)
        for title in (
            "an outcome is",
            "a required assertion",
            "a race fails",
            "a race whose",
        ):
            either = f'(?:{again}|your command with --only )"{title}"\n'
            self.assertRegex(said, either)
        broken = self.write("fixture.cu", "syntax error\n")
        said = self.output(f"check 90 --submission {broken}", code=1)
        said = re.sub(r" \\\n +", " ", said)  # Commands are broken before their options.
        named = f'"{broken}"' if " " in str(broken) else broken
        line = f"Run again: ./gridlock check 90 --submission {named}\n"
        self.assertIn(line, said)

    def test_a_schedule_string_that_somebody_has_changed_is_a_mistake_in_the_usage(self):
        checks = self.checks("check 90")
        schedule = next(c["replay"] for c in checks if "=" in c.get("replay", ""))
        (parameter,) = re.findall(r"\w+=\d+", schedule)
        for damaged in (
            schedule.replace(parameter, ""),
            schedule[:-1],
            schedule + "x",
            schedule.replace(parameter, parameter.split("=")[0] + "=77"),
        ):
            said = self.errors(f"replay 90 {damaged}")
            self.says(said, "This schedule string is damaged", "Copy the whole of it")

    def test_a_limit_on_the_size_of_files_is_named_where_it_is_met(self):
        limited = ["/bin/bash", "-c", 'ulimit -f 1; "$0" "$@"']
        (self.folder / "big").mkdir()
        for line, kept in [(f"check 90 --json {self.folder}/x.json", "30/50")]:
            run = self.run_line(line, limited, code=3)
            self.assertIn("ulimit -f", run.stderr)
            self.assertIn(kept, run.stdout)
        # The limit is named for standard output, too.
        with (self.folder / "limited.txt").open("w") as out:
            run = subprocess.run(
                [PROGRAM, "--help"],
                stdout=out,
                stderr=subprocess.PIPE,
                text=True,
                env=self.environment({}),
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300)),
            )
        self.assertEqual(run.returncode, 3)
        self.assertIn("ulimit -f", run.stderr)

    def test_a_record_that_cannot_be_written_is_an_error_and_the_result_is_shown(self):
        run = self.run_line("check 90 --only 'some outcome' --json /dev/full", code=3)
        self.assertIn("cannot write", run.stderr)
        self.assertIn("10/10", run.stdout)

    def test_a_place_where_no_file_can_be_written_is_refused_before_anything_is_done(
        self,
    ):
        program = self.write("program.cu", "int main() {}\n")
        kept = self.write("kept.json", "the last record")
        nowhere = self.folder / "none/x"
        # These options follow --json with a path that can be written.
        check = f"check 90 --only 'some outcome' --json {kept}"
        there_is_none = f"there is no folder {nowhere.parent}"
        for line, option, path, says in [
            (check, "--junit", nowhere, there_is_none),
            (check, "--gradescope", nowhere, there_is_none),
            (check, "--html", nowhere, there_is_none),
            ("check 90", "--json", nowhere, "name another file"),
            ("check 90", "--json", self.folder, "it is a folder"),
            ("check 90", "--json", f"{self.folder}/x/", "it is a folder"),
            ("check 90", "--json", "''", "the path is empty; name a file"),
            (f"run {program}", "--json", nowhere, "there is no folder"),
            (f"run {program}", "--sarif", nowhere, "there is no folder"),
            ("trace 90", "--out", f"{nowhere}.svg", "there is no folder"),
            ("bench sim", "--csv", nowhere, "there is no folder"),
        ]:
            with self.subTest(option):
                run = self.run_line(f"{line} {option} {path}", code=2)
                self.assertEqual(run.stdout, "")
                self.says(run.stderr, option, says)
        self.assertEqual(kept.read_text(), "the last record")

    def test_records_go_where_they_should(self):
        json, junit = self.folder / "record.json", self.folder / "record.xml"
        self.output(f"check 90 --json {json} --junit {junit}", code=1)
        self.assertEqual(self.parse(json.read_text())["labs"][0]["score"], 30)
        self.assertIn('<testsuite name="90_fixture"', junit.read_text())

    def test_a_submission_may_be_a_file_a_folder_with_it_or_a_tree_of_labs(self):
        file = self.write("hand_in/labs/90_fixture/fixture.cu", "int x;\n")
        for given in (file, file.parent, self.folder / "hand_in"):
            lab = self.lab(f"check 90 --submission {given}")
            self.assertEqual(lab["submission"], str(file))
        self.errors(f"check 90 --submission {self.folder}")

    def test_no_link_in_what_others_handed_in_is_followed_out_of_it_nor_is_it_one(self):
        other = self.write("other/fixture.cu", "int x;\n").parent
        given, link = self.folder / "linked", self.folder / "link"
        (given / "labs").mkdir(parents=True)
        (given / "labs/90_fixture").symlink_to(other)
        link.symlink_to(other)
        for path in (given, link, f"{given}/labs/../."):
            said = self.run_line(f"check 90 --submission {path}").stderr
            self.assertIn("symbolic link", said)
        self.output(f"check 90 --submission {other}", code=1)

    def test_a_limit_on_stacks_that_is_too_low_is_raised(self):
        limited = ["/bin/sh", "-c", 'ulimit -S -s 64; exec "$0" "$@"']
        self.run_line("list", limited, code=0)

    def test_a_long_check_or_program_says_on_standard_error_how_far_it_is(self):
        file = self.write("waits_in_main.cu", "a program\n")
        more = {"HOME": str(self.folder), "FIXTURE_SILENCE_SECONDS": "600"}
        for line, says in [
            ("check 91 --only waits --jobs 1", " s: check 1 of 1: "),
            (f"run {file} -- wait", " s: the first schedule, "),
        ]:
            told, errors = self.write("fixture-worker-waits", ""), self.folder / "errors"
            with errors.open("w") as stream:
                process = subprocess.Popen(
                    [PROGRAM, *words(line)],
                    env=self.environment(more),
                    stdout=subprocess.PIPE,
                    stderr=stream,
                    text=True,
                )
            self.wait_until(lambda: says in errors.read_text(), says)
            told.unlink()
            said = process.communicate()[0]
            self.assertEqual(process.returncode, 0)
            self.assertTrue(errors.read_text().startswith("gridlock: "))
            self.assertNotIn(says, said)


class Progress(TreeTest):
    def test_the_way_to_the_solution_is_told_after_all_points_and_if_it_is_there(self):
        way = "Solution for comparison: "
        self.assertNotIn(way, self.output("check 92"))
        for lab in ("90_fixture/fixture.cu", "92_done/done.cu"):
            self.write(f"tree/solutions/{lab}", "int done;\n")
        self.says(self.output("check 92"), way, "solutions/92_done/done.cu\n")
        self.assertNotIn(way, self.output("check 90", code=1))
        self.assertNotIn(way, self.output("check 92 --solution"))

    def test_list_shows_what_the_last_check_came_to(self):
        self.output("check 90", code=1)
        self.assertIn("30/50", self.output("list"))
        # A check of a part does not change the student's progress.
        self.output("check 90 --only 'some outcome'")
        self.assertIn("30/50", self.output("list"))

    def test_next_names_the_first_lab_without_all_its_points(self):
        self.output("check 90 92", code=1)
        self.says(
            self.output("next"),
            "lab 90: The fixture  (30/50)",
            "Read  ",
            "/labs/90_fixture/README.md\n",
            "/labs/90_fixture/fixture.cu\n",
            "./gridlock watch 90\n",
        )
        self.note("90_fixture", DONE90)
        self.assertIn("Done: you have all points in each of", self.output("next"))
        # Points without the simulator are not final.
        self.note("92_done", DONE92.replace("{}", '{},"incomplete":true'))
        self.assertIn("lab 92: Done  (10/10, incomplete)", self.output("next"))

    def test_next_a_lab_comes_behind_those_that_it_builds_on(self):
        toml = self.root / "labs/90_fixture/lab.toml"
        toml.write_text('builds_on = ["92_done", "no_such"]\n' + toml.read_text())
        self.assertIn("lab 92: Done", self.output("next"))
        self.assertRegex(self.output("list"), "(?s)92_done.*90_fixture")
        self.note("92_done", DONE92)
        self.assertIn("lab 90: The fixture", self.output("next"))

    def test_a_damaged_note_of_the_progress_is_said_and_set_aside_not_lost(self):
        for damage in ["", "{", "[]", '{"score": "all"}', '{"score":9,"max_score":5}']:
            with self.subTest(damage):
                file = self.note("90_fixture", damage)
                kept = Path(f"{file}.damaged")
                kept.unlink(missing_ok=True)
                run = self.run_line("list", code=0)
                self.assertIn("not checked yet", run.stdout)
                self.assertIn(f"damaged; it is kept as {kept}", run.stderr)
                self.assertEqual(kept.read_text(), damage)
                self.assertFalse(file.exists())
                self.assertEqual(self.run_line("list").stderr, "")
        # A damaged file that was kept earlier is not overwritten.
        self.note("90_fixture", "again")
        self.assertIn(f"kept as {kept}.2", self.run_line("next").stderr)
        self.output("check 90", code=1)
        self.assertIn("30/50", self.output("list"))

    def test_what_cannot_be_noted_is_said_and_the_result_is_still_shown(self):
        self.write("s/progress", "a file in place of the folder")
        self.write("s/hints", "a file in place of the folder")
        run = self.run_line("check 90", code=1)
        self.assertIn("30/50", run.stdout)
        self.assertIn("could not be saved", run.stderr)
        run = self.run_line("hint 90", code=0)
        self.assertIn("Think.\n", run.stdout)
        self.says(run.stderr, "could not be saved", "./gridlock hint 90_fixture 90a 2")

    def test_hints_come_level_by_level(self):
        self.says(
            self.output("hint 90"),
            "hint 1 of 3: What goes well\n\nThink.\n",
            "The next is hint 2 of 3: ./gridlock hint 90\n",
        )
        again = (
            "the last hint for this part.  From the first again: ./gridlock hint 90 90a 1"
        )
        for line, *says in [
            ("fixture", "Think twice."),
            ("90", "It is 42.", again + "\n"),
            ("90", "It is 42.", again + "\n"),
            # A given level is shown, and the next call continues from there.
            ("90 90a 1", "Think.\n"),
            ("90 90a", "Think twice."),
            ("90 3", "It is 42."),
        ]:
            self.says(self.output(f"hint {line}"), *says)
        # Hints for a part that is done are shown only if it is named.
        self.note("90_fixture", DONE90.replace("{}", '{"90a":true}'))
        with (self.root / "labs/90_fixture/lab.toml").open("a") as toml:
            toml.write('[[hint]]\npart = "90b"\nlevels = ["Look."]\n')
        self.assertIn("Look.", self.output("hint 90"))
        second = self.output("hint 90 90a 2")
        self.assertIn("hint 3 of 3: ./gridlock hint 90 90a\n", second)
        self.write("s/hints/90_fixture.json", "damaged")
        self.assertIn("Think.\n", self.output("hint 90 90a"))

    def test_what_a_tree_without_solutions_cannot_do_it_says_and_the_rest_works(self):
        picture = self.folder / "students.svg"
        for code, says, line in [
            (0, "92_done", "list"),
            (1, "30/50", "check 90"),
            (0, "Think.", "hint 90"),
            (0, "watch 90", "next"),
            (0, str(picture), f"trace 90 --only outcome --out {picture}"),
            (2, "--solution needs the folder", "check 90 --solution"),
            (2, "trace --demo needs the folder", f"trace 90 --demo --out {picture}"),
            (2, "demo needs the folder solutions/", "demo 90"),
            (2, "skeleton needs the folder solutions/", "skeleton 90"),
            (2, "slides needs the folder solutions/", "slides"),
            (2, "selfcheck needs the folder solutions/", "selfcheck"),
            (2, "only files there can be overlays", f"expand {self.lab90}"),
            (2, "this tree has neither.  Your file is as it was.", "reset 90"),
        ]:
            with self.subTest(line):
                mine = self.lab90.read_text()
                run = self.run_line(line, code=code)
                self.assertIn(says, run.stdout + run.stderr)
                self.assertEqual(self.lab90.read_text(), mine)

    def test_reset_keeps_the_students_file_and_puts_the_skeleton_back(self):
        skeleton = "a\n// BEGIN SOLUTION\nb\n//# TODO\n// END SOLUTION\n"
        self.write("tree/solutions/90_fixture/fixture.cu", skeleton)
        self.lab90.write_text("mine\n")
        for _ in range(2):
            self.output("reset 90")
            self.assertEqual(self.lab90.read_text(), "a\nTODO\n")
        self.assertEqual(Path(f"{self.lab90}.1").read_text(), "mine\n")
        self.assertFalse(Path(f"{self.lab90}.2").exists())

    def test_a_fault_of_the_graders_does_not_undo_what_was_noted_of_the_progress(self):
        self.output("check 92")
        self.lab92.write_text("at load: refuse\n")
        self.output("check 92", code=3)
        self.assertIn("10/10, done", self.output("list"))
        self.assertIn("-/10", self.output("check 92 90", code=3))

    def test_expand_prints_the_whole_of_an_overlay(self):
        region = "// BEGIN SOLUTION\n//# int a;\nint a = 1;\n// END SOLUTION\n\nint b;\n"
        self.write("tree/solutions/90_fixture/fixture.cu", region)
        head = "// expect: data_race\n// Why.\n"

        def overlay(text):
            return self.write("tree/solutions/90_fixture/mistakes/wrong.cu", text)

        wrong = overlay(head + "// overlay\n\nint a = 2;\n")
        self.assertEqual(self.output(f"expand {wrong}"), "int a = 2;\n\nint b;\n")
        for file, says in [
            (self.lab90, "is not in a lab's folder of solutions/"),
            ("/nonexistent.cu", "was not found"),
            (overlay(head + "\nint a;\n"), 'its first comment has no line "// overlay"'),
        ]:
            run = self.run_line(f"expand {file}", code=2)
            self.assertEqual(run.stdout, "")
            self.assertIn(says, run.stderr)
        overlay("// expect: data_race\n// overlay\nint c;\n")
        said = self.errors(f"expand {wrong}")
        self.assertIn("wrong.cu:2: this overlay names nothing of the reference", said)
        overlay("// overlay\nint a = 2;\nint b;\n")
        said = self.errors(f"expand {wrong}")
        self.assertIn("wrong.cu:3: b is the same in the reference; leave it out", said)

    def test_an_experiment_that_takes_two_devices_says_so_where_there_is_one(self):
        two, goes_on = "// devices: 2\n", "names no points"
        for text, devices, *says in [
            (two, "0", "needs 2 devices in one machine, and here is 1.", "plot 90"),
            # With enough devices it goes on, until the fake worker has nothing to measure.
            (two, "0,1", goes_on),
            ("", "0", goes_on),
            (
                "// devices: two\n",
                "0,1",
                '"// devices: two" should be followed by a number',
            ),
        ]:
            bench = self.lab90.parent / "bench.cu"
            bench.write_text("// baseline: a\n// unit: b\n// point: c\n" + text)
            run = self.run_line("bench 90 --on sim", CUDA_VISIBLE_DEVICES=devices)
            self.says(run.stderr, *says)
            if goes_on not in says:
                self.assertEqual(
                    (run.returncode, run.stdout), (2 if text == two else 3, "")
                )

    def test_slides_are_made_by_build_mjs_with_the_options_that_were_given(self):
        (self.root / "solutions").mkdir()

        def slides(options="", ends=0, code=0):
            # This node prints its arguments.
            for name in ("node", "npm"):
                program = f'#!/bin/sh\necho "$@"\nexit {ends}\n'
                self.write(f"bin/{name}", program).chmod(0o755)
            path = f"{self.folder}/bin:/usr/bin:/bin"
            return self.output(f"slides {options}", code=code, PATH=path)

        self.assertIn(f"slides/build.mjs {self.folder}/s/slides", slides())
        self.assertNotIn("--pdf", slides())
        more = slides("01_last_block --pdf --out /elsewhere")
        self.says(more, "build.mjs /elsewhere ", "--pdf 01_last_block\n")
        # A wrong deck is our own fault; a program that is missing is not.
        slides(ends=1, code=3)
        slides(ends=2, code=2)


class RunAndReplay(CommandTest):
    def test_run_has_verdicts_outputs_and_exit_codes_of_whole_programs(self):
        file = self.write("program.cu", "int main() {}\n")
        for what, code, expected in [
            ("fine", 0, {"verdict": "passed", "stdout": "good\n"}),
            (
                "fail",
                1,
                {
                    "verdict": "wrong_result",
                    "exit_code": 3,
                    "stdout": "good\n",
                    "failing_stdout": "bad\n",
                },
            ),
            ("race", 1, {"verdict": "data_race"}),
            ("differ", 0, {"verdict": "passed", "other_stdout": "other\n"}),
            ("crash", 1, {"verdict": "crashed"}),
        ]:
            with self.subTest(what):
                record = self.record(f"run {file} -- {what}", code=code)
                self.holds(record, schema="gridlock/run/v1", **expected)
                kinds = [each["kind"] for each in record["findings"] + record["advice"]]
                found = {"race": ["data_race"], "differ": ["output_differs"]}
                if what != "crash":
                    self.assertEqual(kinds, found.get(what, []))
        replay = self.record(f"run {file} -- fail")["replay"]
        self.assertIn(":-:main::2.4.2:1:rr-7:", replay)
        self.output(f"run {file}")

    def test_replay_shows_every_step_and_refuses_a_string_of_another_source(self):
        replay = self.by_name("check 90")["an outcome is wrong"]["replay"]
        said = self.run_line(f"replay 90 {replay}").stdout
        step = "4  R |  block 0, thread 0  line 4"
        self.says(said, "an outcome is wrong", step, "value = 7")
        other = self.write("other.cu", "int other;\n")
        said = self.errors(f"replay 90 --submission {other} {replay}")
        self.assertIn("another version of the source", said)
        self.errors(f"replay {other} {replay}")

    def test_replay_for_debugging_without_gdb_says_what_to_install(self):
        path = self.folder / "bin"
        said = self.errors("replay 90 x --debug", PATH=str(path))
        self.says(said, "--debug needs gdb.", "apt-get install gdb")
        gdb = self.write("bin/gdb", "#!/bin/sh\necho Python is not supported\n")
        gdb.chmod(0o755)
        said = self.errors("replay 90 x --debug", PATH=str(path))
        self.says(said, "needs a gdb with Python", "apt-get install gdb")

    def test_trace_draws_the_first_check_that_fails(self):
        svg, json = self.folder / "trace.svg", self.folder / "trace.json"
        said = self.output(f"trace 90 --only outcome --out {svg} --out {json}")
        self.says(said, str(svg), "an outcome is wrong")
        self.assertEqual(lanes_in(svg), 2)
        self.assertGreater(len(self.parse(json.read_text())["traceEvents"]), 4)
        # If nothing fails it draws the first execution.
        passed = self.folder / "passed.svg"
        said = self.output(f"trace 90 --only 'some outcome' --out {passed}")
        self.assertIn("Nothing failed in ", said)
        self.assertTrue(passed.exists())

    def test_trace_of_a_schedule_that_was_named_is_the_same_as_without_its_name(self):
        title, svg = "an outcome is wrong", self.folder / "trace.svg"
        (check,) = self.checks(f"check 90 --only '{title}'")

        def traced(more):
            return self.output(f"trace 90 --out {svg} {more}") + svg.read_text()

        found = traced(f"--only '{title}'")
        self.says(found, "(wrong_result)\n  ", "wrong_result: ")  # In the picture.
        self.assertEqual(traced(f"--schedule {check['replay']}"), found)
        short = check["replay"].rsplit(":", 1)[1]
        self.assertEqual(traced(f"--schedule {short}"), found)

    def test_trace_makes_one_page_to_step_through_with_the_player_in_it(self):
        page = self.folder / "steps.html"
        self.output(f"trace 90 --only outcome --out {page}")
        text = page.read_text()
        player = 'customElements.define("interleaving-player"'
        self.says(text, player, "gridlock story 1")
        self.says_not(text, "@STORY@", "src=")


class Doctor(CommandTest):
    """`doctor` with programs in PATH that say what the test wants."""

    def add(self, name, script):
        self.write(f"bin/{name}", f"#!/bin/sh\n{script}\n").chmod(0o755)

    def doctor(self, options="", code=0):
        path = self.folder / "bin"
        path.mkdir(exist_ok=True)
        more = {"PATH": str(path), "CUDA_MPS_PIPE_DIRECTORY": str(path)}
        return self.run_line(f"doctor {options}", code=code, **more)

    def test_it_works_where_nothing_is_installed_and_says_what_to_install(self):
        run = self.doctor(code=1)
        self.says(
            run.stdout,
            "missing  the compiler, clang++",
            "missing  the CUDA Toolkit (nvcc)",
            "  apt-get install clang gdb python3-matplotlib doxygen python3-sphinx "
            "python3-myst-parser furo python3-sphinx-copybutton libjs-lunr nodejs npm "
            "chromium librsvg2-bin clang-format-19 black bubblewrap\n",
            "missing  Chromium, for slides --pdf and --images\n",
            "The simulator does not work yet",
        )
        self.assertNotIn("\x1b", run.stdout)
        self.assertEqual(run.stderr, "")

    def test_sandbox(self):
        """doctor --sandbox tries attacks, of which none gets through"""
        run = self.run_line("doctor --sandbox")
        said = run.stdout
        self.assertNotIn("BROKEN", said)
        has_tier = "No box: " not in said
        self.assertEqual(run.returncode, 0 if has_tier else 1)
        self.assertIn("The tier holds" if has_tier else "container", said)
        is_a, is_b = "Tier A" in said, "Tier B" in said
        self.assertEqual("ok      there is no network" in said, is_a or is_b)
        limited = "ok      the memory of all processes together is limited" in said
        self.assertEqual(limited, is_a)
        self.assertEqual("For tier A: " in said, is_b)
        run = self.doctor("--sandbox", code=None)
        self.assertIn("bubblewrap is not installed (package bubblewrap).", run.stdout)
        self.assertNotIn("BROKEN", run.stdout)
        has_user = "Tier C: " in run.stdout
        self.assertEqual(run.returncode, 0 if has_user else 1)
        user = "ok      the number of processes is limited"
        no_box = "No box: bubblewrap is not installed"
        self.assertIn(user if has_user else no_box, run.stdout)
        self.assertEqual("no      there is no network" in run.stdout, has_user)

    def test_there(self):
        """doctor tells in words what is there"""
        for name, says in [
            ("clang++", "clang version 99"),
            ("gdb", "GNU gdb 13.1"),
            ("doxygen", "1.9.4"),
            ("chromium", "Chromium 120.0"),
            ("clang-format-19", "clang-format version 14.0.6"),
            ("clang-format", "clang-format version 19.1.7"),
            ("nvcc", "Cuda compilation tools, release 13.0, V13.0.88"),
        ]:
            self.add(name, f"echo {says}")
        self.add(
            "nvidia-smi",
            "case $1 in\n --query*) echo 'A GPU, two, 580.159.04, Disabled'\n"
            " echo 'Another, 580.159.04, Enabled' ;;\n"
            " *) echo '| Driver Version: 580.159.04     CUDA Version: 13.0   |' ;;\nesac",
        )
        # A bubblewrap that can make no box.
        self.add("bwrap", "[ $1 = --version ] && echo bubblewrap 0.8.0")
        said = self.doctor().stdout
        self.says(
            said,
            "ok       compiler: clang version 99",
            "nvcc, Cuda compilation tools, release 13.0",
            "2 GPUs: A GPU, two, Another",
            "driver 580.159.04, for programs up to CUDA 13.0",
            "note     watchdog: Another drives a display",
            "note     bubblewrap is here, but may make no box",
            "ok       GNU gdb 13.1, for replay --debug",
            "ok       Chromium 120.0, for slides --pdf and --images",
            "ok       Chromium 120.0, for trace --out FILE.png",
            "ok       doxygen 1.9.4, for docs",
            "ok       clang-format version 19.1.7, for test",
            "missing  black, for test",
            "You can do every lab here, on the simulator and on the GPU.",
            "ok       MPS: not running",
        )
        self.assertNotIn("install clang", said)
        # The file that the daemon of CUDA's Multi-Process Service leaves.
        self.write("bin/nvidia-cuda-mps-control.pid", str(os.getpid()))
        service = "note     MPS: CUDA's Multi-Process Service runs (process %d)"
        said = self.doctor().stdout
        self.says(said, service % os.getpid(), "echo quit | nvidia-cuda-mps-control")


class StateFolder(CommandTest):
    """The choice of the state folder if the build folder cannot be made."""

    def setUp(self):
        super().setUp()
        for name in ("tmp", "home"):
            (self.folder / name).mkdir()
        self.write("file", "")
        self.temporary = self.folder / "tmp" / f"gridlock-{os.geteuid()}"

    def check(self, home="", cache=""):
        """What is said of a check that notes its progress."""
        more = {"HOME": str(home), "XDG_CACHE_HOME": str(cache)}
        more |= {"TMPDIR": f"{self.folder}/tmp"}
        more |= {"GRIDLOCK_BUILD_DIR": f"{self.folder}/file/x"}
        return self.errors("check 90", code=1, **more)

    @staticmethod
    def has_progress(folder):
        return (folder / "progress/90_fixture.json").exists()

    def is_ours(self, folder):
        status = os.lstat(folder)
        private = stat.S_ISDIR(status.st_mode) and status.st_mode & 0o777 == 0o700
        return private and self.has_progress(folder)

    def test_it_is_the_users_cache_or_one_of_their_own_below_tmp(self):
        home, cache = self.folder / "home", self.folder / "cache"
        self.assertEqual(self.check(home, cache), "")
        self.assertTrue(self.has_progress(cache / "gridlock"))
        for other in ("", "relative"):
            self.assertEqual(self.check(home, other), "")
            self.assertTrue(self.has_progress(home / ".cache/gridlock"))
        self.assertFalse(self.temporary.exists())
        self.assertEqual(self.check(), "")
        self.assertTrue(self.is_ours(self.temporary))

    def test_no_folder_is_made_for_a_home_that_is_not_there_or_is_the_root(self):
        at_root = [Path("/.cache/gridlock"), Path("/gridlock")]
        before = [path.exists() for path in at_root]
        for home in (self.folder / "none/home", "/", "relative"):
            self.assertEqual(self.check(home, self.folder / "none/cache"), "")
        self.assertFalse((self.folder / "none").exists())
        self.assertEqual([path.exists() for path in at_root], before)
        self.assertTrue(self.has_progress(self.temporary))

    def test_one_below_tmp_that_others_can_have_filled_is_not_used(self):
        second = Path(f"{self.temporary}-2")
        for whose in ("link", "file", "writable", "others"):
            with self.subTest(whose):
                for each in (self.temporary, second):
                    shutil.rmtree(each, ignore_errors=True)
                    each.unlink(missing_ok=True)
                if whose == "link":
                    self.temporary.symlink_to(self.folder / "home")
                elif whose == "file":
                    self.temporary.write_text("")
                else:
                    self.temporary.mkdir()
                if whose == "writable":
                    self.temporary.chmod(0o777)
                if whose == "others":
                    if os.geteuid():
                        self.skipTest("only root can give a folder to another user")
                    os.chown(self.temporary, 1, 1)
                for _ in range(2):
                    belongs = f"{self.temporary} belongs to another user"
                    self.says(self.check(), belongs, f"kept in {second}")
                self.assertTrue(self.is_ours(second))
                self.assertFalse(self.has_progress(self.temporary))

    @unittest.skipIf(os.geteuid(), "only root can give a folder to another user")
    def test_a_home_that_is_another_users_gets_nothing_of_ours(self):
        home = self.folder / "home"
        os.chown(home, 1, 1)
        self.check(home)
        self.assertEqual(list(home.iterdir()), [])
        self.assertTrue(self.has_progress(self.temporary))


class Real(RealTest):
    """The real command, and gdb where it is installed."""

    def test_the_pages_have_the_labs_in_the_order_of_the_path(self):
        labs = re.findall(r"(?m)^(\d\d_\w+)", self.output(["list"]))
        for page, link in [("README.md", "](labs/"), ("docs/path.md", "](../labs/")]:
            text = (SOURCE / page).read_text()
            places = [text.index(f"{link}{lab}/README.md)") for lab in labs]
            self.assertEqual(places, sorted(places))
        for lab in labs:
            toml = tomllib.loads((SOURCE / "labs" / lab / "lab.toml").read_text())
            self.assertLessEqual(set(toml.get("builds_on", [])), set(labs))

    @unittest.skipUnless(shutil.which("gdb"), "there is no gdb")
    def test_replay_for_debugging_stops_a_program_at_both_accesses(self):
        # Both blocks write the words 2 and 3, in line 4.  Block 0 runs that line four times,
        # once more after it has written word 2.
        file = self.write(
            "clash.cu",
            "#include <cuda_runtime.h>\n__global__ void clash(int* word) {\n"
            "  for (int i = 0; i < 4; ++i)\n    word[i + int(blockIdx.x) * 2] = i;\n}\n"
            "int main() {\n  int* word;\n  cudaMalloc(&word, 64);\n"
            "  clash<<<2, 1>>>(word);\n  return cudaDeviceSynchronize() != cudaSuccess;\n}\n",
        )
        record = self.parse(self.output(["run", file, "--json", "-"], code=1))
        said = self.output(["replay", file, record["replay"], "--debug"], code=1)
        before, first, second = re.split(r"(?=Stop \d of 2: )", said)
        self.assertIn("gdb sees only the running CUDA thread", said)
        for number, stop in enumerate((first, second)):
            at = f"Stop {number + 1} of 2: block {number}, thread 0 at clash.cu:4, write"
            self.says(stop, f"{at} word[2]", f"block {number} of 2, thread 0 of 1\n")
        # Block 0 comes to the line four times, and stops at the third; block 1 at its first.
        line = "clash at clash.cu:4\n      word[i + int(blockIdx.x) * 2] = i;"
        self.says(first, line, "\ni = 2\n")
        # A write is judged after it is done; the stop is before it.
        self.says(second, "\ni = 0\n", "This access completes the finding")

    @unittest.skipIf(IS_STUDENTS or not shutil.which("gdb"), "no solutions, or no gdb")
    def test_replay_for_debugging_stops_in_a_lab_where_its_finding_comes_about(self):
        wrong = SOURCE / "solutions/01_last_block/mistakes/no_fence.cu"
        sees = "--only 'lastBlock: the last block sees'"
        check = self.checks(f"check 1 --on sim --submission {wrong} {sees}")[0]
        line = f"replay 1 --submission {wrong} {check['replay']} --debug"
        said = self.output(line, code=1)
        for number in (0, 1):
            at = f"Stop {number + 1} of 2: block {number}, thread 0 at scenarios.cu:"
            self.assertIn(at, said)


class Demos(RealTest):
    @unittest.skipIf(IS_STUDENTS, "a student's tree has no solutions")
    def test_every_labs_demo_fails_as_its_mistake_should_and_its_race_is_drawn(self):
        for lab in sorted(path.name for path in (SOURCE / "labs").glob("[0-9]*")):
            with self.subTest(lab):
                svg = self.folder / f"{lab}.svg"
                said = self.output(["trace", lab, "--demo", "--out", svg])
                self.assertNotIn("Nothing failed", said)
                self.assertGreaterEqual(lanes_in(svg), 2)
                missing = 2 if "(data_race)" in said else 0
                self.assertEqual(lanes_in(svg, "missing"), missing)


if __name__ == "__main__":
    main()
