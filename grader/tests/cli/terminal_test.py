"""`watch` and `demo` as people see them: in a pipe, and on a terminal with keys.  The fixture's
command is the real one with a fake compiler and a fake worker.

    terminal_test.py SOURCE BUILD [CLASS.TEST...]
"""

import fcntl
import functools
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fixture"))
from command import PROGRAM, TREE, CommandTest, TreeTest, main, words


class Session:
    """The command in the background, with a pipe or a terminal for its output."""

    def __init__(self, root, words, environment, on_terminal, rows):
        self.fd, self.terminal = pty.openpty() if on_terminal else os.pipe()
        if rows:
            size = struct.pack("HHHH", rows, 80, 0, 0)
            fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, size)
        self.process = subprocess.Popen(
            [PROGRAM, *words],
            cwd=root,
            env=environment,
            stdin=self.terminal if on_terminal else subprocess.DEVNULL,
            stdout=self.terminal,
            stderr=self.terminal,
            preexec_fn=functools.partial(self.begin, on_terminal),
        )
        if not on_terminal:
            os.close(self.terminal)
        self.unread = self.seen = ""

    @staticmethod
    def begin(on_terminal):
        os.setsid()
        if on_terminal:
            os.close(os.open(os.ttyname(0), os.O_RDWR))  # Now it is the session's.

    def expect(self, text, seconds=120):
        """Reads until this comes; what came before it is in `seen`."""
        end = time.monotonic() + seconds
        while text not in self.unread and time.monotonic() < end:
            if select.select([self.fd], [], [], 0.1)[0]:
                try:
                    got = os.read(self.fd, 4096)
                except OSError:  # The terminal's other end is closed.
                    got = b""
                if not got:
                    break
                self.unread += got.decode(errors="replace")
        before, found, after = self.unread.partition(text)
        if not found:
            raise AssertionError(f"{text!r} is not in {self.unread!r}")
        self.seen, self.unread = before + found, after

    def press(self, keys):
        os.write(self.fd, keys.encode())

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        return self.process.wait(120)

    def is_as_usual(self):
        """Whether the terminal is in line mode and echoes, as shells want it."""
        flags = termios.tcgetattr(self.terminal)[3]
        return bool(flags & termios.ICANON and flags & termios.ECHO)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.fd)


def begin(test, line, on_terminal=False, rows=0, **more):
    environment = test.environment({"TERM": "xterm"} | more)
    begun = Session(test.root, words(line), environment, on_terminal, rows)
    test.addCleanup(begun.close)
    return begun


class Check(TreeTest):
    def test_a_verdict_above_what_the_terminal_shows_is_said_again(self):
        for rows, again in (9, True), (60, False):
            session = begin(self, "check 90", on_terminal=True, rows=rows)
            session.expect("check 90 --cure")
            last = session.seen.splitlines()[-2]
            self.assertEqual(last.endswith("; score 30/50"), again, last)
            self.assertEqual("FAIL" in last, again, last)


class Watch(TreeTest):
    WAITS = "Waiting for the next save."
    DONE = "Done: you have all points in each of"

    def replace(self, text):
        new = self.root / "new"
        new.write_text(text)
        new.rename(self.lab90)

    def back_up(self, text):
        self.lab90.rename(f"{self.lab90}~")
        self.lab90.write_text(text)

    def test_without_a_terminal_one_result_a_save_in_plain_lines(self):
        good = self.lab90.read_text()
        for save in (self.lab90.write_text, self.replace, self.back_up):
            with self.subTest(save):
                self.lab90.write_text(good)
                session = begin(self, "watch 90")
                session.expect("Checking labs/90_fixture/fixture.cu")
                session.expect("labs/90_fixture/fixture.cu: 30/50, checked at ")
                self.assertIn("FAIL", session.seen)
                session.expect(self.WAITS)
                self.assertNotIn("\x1b", session.seen)
                save("syntax error\n")
                session.expect("compile_error")
                session.expect("0/50, checked at ")
                self.assertEqual(session.end(), 130)

    def test_where_the_grader_failed_there_is_no_score_and_the_loop_goes_on(self):
        self.lab90.write_text("at load: refuse\n")
        session = begin(self, "watch 90")
        session.expect("fixture.cu: no score of 50; the grader itself failed")
        session.expect(self.WAITS)
        self.assertEqual(session.end(), 130)

    def test_a_header_of_the_lab_counts_other_files_do_not(self):
        folder = self.lab90.parent
        (folder / "mine").mkdir()
        session = begin(self, "watch 90")
        session.expect(self.WAITS)
        for foreign in ("notes.txt", "fixture.cu~", ".fixture.cu.swp", "#x.cu#"):
            (folder / foreign).write_text("x\n")
        with self.assertRaises(AssertionError):
            session.expect("Checking", seconds=2)
        (folder / "mine/queue.cuh").write_text("// A header.\n")
        session.expect(self.WAITS)
        self.assertEqual(session.end(), 130)

    def test_a_file_that_is_gone_is_waited_for(self):
        session = begin(self, "watch 90")
        session.expect(self.WAITS)
        # `git checkout` of another branch moves the whole folder.
        for gone in (self.lab90, self.lab90.parent):
            gone.rename(self.root / "elsewhere")
            session.expect("labs/90_fixture/fixture.cu is missing: deleted or moved?")
            session.expect("./gridlock reset 90")
            (self.root / "elsewhere").rename(gone)
            session.expect("30/50, checked at ")
        self.assertEqual(session.end(signal.SIGTERM), 130)

    def test_a_save_while_a_check_runs_ends_that_check_and_hangs_are_named(self):
        shutil.copytree(TREE / "labs/91_stunts", self.root / "labs/91_stunts")
        session = begin(self, "watch 91")
        session.expect("Checking labs/91_stunts/fixture.cu")
        time.sleep(0.3)
        (self.root / "labs/91_stunts/fixture.cu").write_text("int again;\n")
        session.expect("this check stops, a new one begins")
        self.assertNotIn("checked at", session.seen)
        # Some stunts are silent for so long that this remark appears.
        session.expect("a kernel that hangs will be ended and named")
        session.expect("HANG")
        session.expect("checks hung and were ended, checked at")
        self.assertEqual(session.end(), 130)

    def test_on_a_terminal_there_are_keys_and_it_is_put_back(self):
        session = begin(self, "watch", on_terminal=True)
        session.expect("checking, ")
        session.expect("30/50, checked at ")
        self.assertIn("\x1b[1;31mFAIL", session.seen)
        session.expect("q quit")
        self.assertFalse(session.is_as_usual())
        session.press("h")
        session.expect("Part 90a, hint 1 of 3")
        self.assertIn("30/50, checked at ", session.seen)  # The result stays.
        session.expect("q quit")
        for keys, shows in [
            ("hh", "It is 42."),
            ("r", "30/50, checked at "),
            ("c", "none repairs it."),
            ("n", "labs/92_done/done.cu: 10/10, done, checked at "),
        ]:
            session.press(keys)
            session.expect(shows)
        self.says(session.seen, "1. Read  labs/92_done/README.md", "Lab 92 is done.")
        session.expect("Press n for the next lab.")
        session.press("q")
        self.assertEqual(session.process.wait(120), 0)
        self.assertTrue(session.is_as_usual())

    def test_on_a_terminal_ctrl_c_has_exit_code_130_and_puts_it_back(self):
        session = begin(self, "watch 90", on_terminal=True)
        session.expect("checked at ")
        session.press("\x03")
        self.assertEqual(session.process.wait(120), 130)
        self.assertTrue(session.is_as_usual())

    def test_on_a_terminal_plain_and_no_color(self):
        session = begin(self, "watch --plain 90", on_terminal=True)
        session.expect(self.WAITS)
        self.assertNotIn("\x1b", session.seen)
        self.assertTrue(session.is_as_usual())
        session = begin(self, "watch 90", on_terminal=True, NO_COLOR="1")
        session.expect("checked at ")
        self.assertIn("FAIL", session.seen)
        self.assertNotRegex(session.seen, r"mFAIL|\x1b\[1")

    def test_it_says_when_everything_is_done(self):
        self.note("90_fixture", '{"score":50,"max_score":50,"parts":{"90a":true}}')
        session = begin(self, "watch")
        session.expect(self.DONE)
        session.expect("labs/92_done/done.cu: 10/10, done")
        self.assertEqual(session.end(), 130)
        self.assertIn(self.DONE, self.output("watch"))
        self.errors("watch 7")


WRONG = "// expect: compile_error\n// It is no C++.\n\nint f() {\n  syntax error;\n}\n"
OVERLAY = "// expect: compile_error\n// Why.\n// overlay\n\n"
SCRIPT = """wrong = "mistakes/no_sense.cu"
check = "some outcome is 3"
functions = ["f"]
ask = ["Is this C++?"]
because = "Now it is."
"""


class Demo(CommandTest):
    """The fixture's tree with a solution and a mistake for its lab."""

    def setUp(self):
        super().setUp()
        self.root = self.folder / "tree"
        shutil.copytree(TREE, self.root)
        self.solution = self.root / "solutions/90_fixture"
        self.lay_out()

    def lay_out(self, script=SCRIPT, wrong=WRONG, right="int f() {\n  return 3;\n}\n"):
        for name, text in [
            ("demo.toml", script),
            ("mistakes/no_sense.cu", wrong),
            ("fixture.cu", right),
        ]:
            self.write(f"tree/solutions/90_fixture/{name}", text)

    def demo(self, step="", code=0, **more):
        step = f"--step {step}" if step else ""
        done = self.run_line(f"demo 90 {step}", code=code, **more)
        return done.stdout + done.stderr

    def test_without_a_terminal_it_runs_through(self):
        said = self.demo()
        parts = ["step 1 of 6", "     5     syntax error;", "Is this C++?", "step 2 of 6"]
        parts += ["No GPU result has been recorded", "compile_error", "Now it is."]
        parts += ["     5 -   syntax error;", "       +   return 3;", "step 5 of 6"]
        parts += ["10/10", "Skipped: there is no GPU"]
        self.assertRegex(said, "(?s)" + ".*".join(map(re.escape, parts)))
        self.assertNotRegex(said, "\x1b|Enter or space")
        # The name of the file would answer the question.
        self.assertGreater(said.index("no_sense"), said.index("Is this"))

    def test_of_an_overlay_what_differs_is_shown_and_not_what_it_leaves_out(self):
        self.lay_out(
            SCRIPT.replace('["f"]', '["g", "f"]'),
            OVERLAY + "int f() {\n  return 4;\n}\n",
            "int g() {\n  return 0;\n}\n\nint f() {\n  return 3;\n}\n",
        )
        fix = self.demo("fix")
        self.assertIn("     6 -   return 4;\n       +   return 3;", fix)
        self.assertNotIn("g()", fix)
        # A function that is left to the reference may be needed to understand the mistake.
        self.assertIn(
            "     6     return 4;\n     7   }\n\nThe right version, "
            "solutions/90_fixture/fixture.cu:\n\n     1   int g() {",
            self.demo("code"),
        )

    def test_of_an_overlay_what_its_dots_stand_for_is_shown(self):
        right = "int f() {\n  int a = 3;\n  a += 0;\n  return a;\n}\n"
        dots = OVERLAY + "int f() {\n  // ...\n  return 4;\n}\n"
        self.lay_out(wrong=dots, right=right)
        self.assertIn("these dots", self.demo("code", code=2))
        self.lay_out(wrong=dots.replace("...\n", "...\n  a += 0;\n"), right=right)
        self.assertIn(
            "     5   int f() {\n           int a = 3;\n     7     a += 0;\n",
            self.demo("code"),
        )
        fix = self.demo("fix")
        self.assertIn("     8 -   return 4;\n       +   return a;", fix)

    def test_one_step_has_no_heading(self):
        fix = self.demo("fix")
        self.assertIn("+   return 3;", fix)
        self.assertNotIn("step", fix)
        self.demo("nonsense", code=2)

    def test_with_a_gpu_both_are_run_on_it_too(self):
        said = self.demo("gpu", FIXTURE_HAS_GPU="1")
        self.says(said, "--on gpu", "compile_error", "10/10")

    def test_what_a_gpu_was_recorded_to_say_is_said(self):
        (self.solution / "bank_toy.csv").write_text(
            "# How\n# A toy, today\nmistake,simulator,gpu,gpu_checks_failed,gpu_checks,"
            "gpu_score\nother,x,timeout,1,2,3\nno_sense,compile_error,passed,0,15,100\n"
        )
        (self.solution / "bank_sim.csv").write_text(
            "# The simulator\nmistake,verdict,found_at\nno_sense,data_race,1\n"
        )
        said = self.demo("record")
        failed = "0 of the 15 checks of that day failed: verdict passed, 100"
        self.says(said, "Recorded: A toy, today.", failed)
        self.assertNotIn("The simulator", said)

    def test_a_tree_without_it_is_a_usage_error_and_one_that_is_broken_our_own(self):
        fine, same = "// expect: data_race\n// Fine.\nint f() {}\n", "// syntax error\n"
        for script, wrong, says in [
            (
                'wrong = "mistakes/no_sense.cu"\ncheck = "some"\n',
                WRONG,
                "needs functions",
            ),
            (SCRIPT, WRONG.replace("compile_error", "data_race"), "should get data_race"),
            (SCRIPT, fine, "and gets passed"),
            (
                SCRIPT.replace("some outcome is 3", "an outcome is wrong"),
                WRONG,
                "the reference solution gets wrong_result",
            ),
            (
                SCRIPT,
                f"// expect: compile_error\n{same}int f() {{\n  return 3;\n}}\n",
                "do not differ",
            ),
        ]:
            with self.subTest(says):
                self.lay_out(script, wrong)
                self.assertIn(says, self.demo(code=3))
        self.errors("demo 7")
        shutil.rmtree(self.solution)
        self.demo(code=2)

    def test_on_a_terminal_each_step_waits_for_a_key(self):
        clear = "\x1b[2J\x1b[1m"
        for keys, code, steps in [
            (["x ", "q"], 0, "12"),
            (["\r", "\r", "\x1b[6~", " ", "n"], 0, "123456"),
            # b, pressed at the first step, shows the first step again.
            (["b", " ", "\x1b[D", "p", "q"], 0, "11211"),
            (["\x03"], 130, "1"),
        ]:
            with self.subTest(keys):
                session = begin(self, "demo 90", on_terminal=True)
                shown = ""
                for key in keys:
                    session.expect("q: quit")
                    shown += session.seen
                    session.press(key)
                self.assertEqual(session.process.wait(120), code)
                with self.assertRaises(AssertionError):
                    session.expect("nothing more", seconds=1)
                found = re.findall(r"step (\d) of 6", shown + session.unread)
                self.assertEqual("".join(found), steps)
                self.assertIn(clear + "Lab 90, step", shown + session.unread)


if __name__ == "__main__":
    main()
