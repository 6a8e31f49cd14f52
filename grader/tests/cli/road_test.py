"""The road of a student, driven as the student drives it: through every lab of a clone
and of the tree that `export student` makes, part by part, up to all points; and with
headers, macros and functions of the student's own.

    road_test.py SOURCE GRIDLOCK [--deep] [CLASS.TEST...]

Without --deep, all states are checked under few schedules and on the simulator alone.
Exit codes: 0 passed, 1 failed, 77 skipped: this tree has no solutions.
"""

import functools
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

SOURCE, GRIDLOCK = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
IS_DEEP = "--deep" in sys.argv
ON = [] if IS_DEEP else ["--on", "sim"]
QUICK = [] if IS_DEEP else ["--schedules", "200", "--cases", "2", "--no-stories"]
PART = re.compile(r"(?m)^(?=// ---- (\w+): )")
NAME = re.compile(r"\b[A-Za-z_]\w*\b")
# With a macro of such a name, nvcc refuses `__device__` or `__host__` in any program.
WORDS_OF_NVCC = {"constant", "device", "global", "host", "managed", "shared"}


def path_of_labs():
    """The labs in the order of the path's table."""
    page = (SOURCE / "docs/path.md").read_text()
    return re.findall(r"(?m)^\| \[.*?\]\(\.\./labs/(\w+)/README\.md\)", page)


def number_of(lab):
    return str(int(lab[:2]))


@functools.cache
def solution_of(lab):
    """The reference without its markers, in pieces: the head, then the parts."""
    name = lab[3:] + ".cu"
    text = (SOURCE / "solutions" / lab / name).read_text()
    kept = [
        line
        for line in text.splitlines(keepends=True)
        if not line.strip().startswith(("// BEGIN SOL", "// END SOL", "//#"))
    ]
    return pieces_of("".join(kept))


def whole_solution(lab):
    head, parts = solution_of(lab)
    return head + "".join(parts.values())


def pieces_of(text):
    pieces = PART.split(text)
    return pieces[0], dict(zip(pieces[1::2], pieces[2::2]))


def in_one_line(text):
    return " ".join(text.split())


class Tree:
    """A tree of labs in which somebody works, with a state of its own."""

    def __init__(self, root):
        self.root = root

    def environment(self):
        more = {
            "GRIDLOCK_ROOT": str(self.root),
            "GRIDLOCK_BUILD_DIR": str(self.root / "build"),
            "NO_COLOR": "1",
        }
        return dict(os.environ) | more

    def run(self, *arguments):
        return subprocess.run(
            [GRIDLOCK, *arguments],
            env=self.environment(),
            cwd=self.root,
            capture_output=True,
            text=True,
            check=False,
        )

    def folder(self, lab):
        return self.root / "labs" / lab

    def file(self, lab):
        return self.folder(lab) / (lab[3:] + ".cu")

    def check(self, lab, *options):
        """What the command says, its exit code, and its record of the lab."""
        record = self.root / "record.json"
        record.unlink(missing_ok=True)
        done = self.run("check", number_of(lab), *ON, "--json", record, *options)
        if not record.exists():
            raise AssertionError(done.stdout + done.stderr)
        return done, json.loads(record.read_text())["labs"][0]


class Watch:
    """`watch --plain` in a process of its own."""

    def __init__(self, tree, lab):
        self.said = tree.root / "watched"
        with self.said.open("w") as output:
            self.process = subprocess.Popen(
                [GRIDLOCK, "watch", number_of(lab), "--plain"],
                env=tree.environment(),
                cwd=tree.root,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )

    def wait_for(self, pattern, seconds=900):
        """Everything that was said up to now, once the pattern is in it."""
        for _ in range(10 * seconds):
            said = self.said.read_text()
            if re.search(pattern, said) or self.process.poll() is not None:
                return said
            time.sleep(0.1)
        return self.said.read_text()

    def end(self):
        self.process.send_signal(signal.SIGINT)
        return self.process.wait()


def points_by_part(record):
    """The points of each part: those earned, and the most."""
    points = {}
    for check in record["checks"]:
        got, most = points.get(check["part"], (0, 0))
        points[check["part"]] = (got + (check["points"] or 0), most + check["max_points"])
    return points


class Road(unittest.TestCase):
    """Each test has a clone and a student's tree, in a folder with an odd name."""

    @classmethod
    def setUpClass(cls):
        cls.scratch = Path(tempfile.mkdtemp()) / "für alle"
        cls.scratch.mkdir()
        cls.trees = {}
        for kind in ["instructor", "student"]:
            folder = cls.scratch / kind
            done = Tree(SOURCE).run("export", kind, folder)
            assert done.returncode == 0, done.stderr
            # The program is this tree's, and finds the headers that it was built with.
            shutil.rmtree(folder / "grader")
            include = Path("grader/scenario/include")
            (folder / include).parent.mkdir(parents=True)
            (folder / include).symlink_to(SOURCE / include)
            cls.trees[kind] = Tree(folder)
        cls.clone, cls.students = cls.trees["instructor"], cls.trees["student"]

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.scratch.parent)

    def for_each_lab(self, walk, *arguments):
        for lab in path_of_labs():
            with self.subTest(lab=lab):
                walk(*arguments, lab)


class PartByPart(Road):
    def test_in_a_clone(self):
        self.for_each_lab(self.walk, self.clone)
        self.assertIn("Done: you have all points", self.clone.run("next").stdout)

    def test_in_a_students_tree(self):
        self.for_each_lab(self.walk if IS_DEEP else self.begin, self.students)
        first = path_of_labs()[0]
        self.students.file(first).write_text(whole_solution(first))
        self.finish_watched(self.students, first)

    def walk(self, tree, lab):
        """Solves a part, checks, asks, solves the next one."""
        file = tree.file(lab)
        text, skeleton = pieces_of(file.read_text())
        head, solution = solution_of(lab)
        self.assertEqual(text, head)
        parts = list(solution)
        self.assertEqual(list(skeleton), parts)
        self.assertIn("not checked yet", self.listed(tree, lab))
        score = -1
        for solved in range(len(parts)):
            done = parts[:solved]
            file.write_text(
                head
                + "".join(
                    (solution if part in done else skeleton)[part] for part in parts
                )
            )
            score = self.look_at(tree, lab, done, parts[solved:], score)
        file.write_text(whole_solution(lab))
        self.finish(tree, lab)

    def begin(self, tree, lab):
        """Looks at the untouched file alone."""
        left = list(solution_of(lab)[1])
        self.look_at(tree, lab, [], left, -1, next_lab=path_of_labs()[0])

    def look_at(self, tree, lab, done, left, earlier_score, next_lab=None):
        """Tests what is said of a file with these parts; returns the score."""
        ended, record = tree.check(lab, "--no-cures", *QUICK)
        said = in_one_line(ended.stdout)
        verdicts = {check["verdict"] for check in record["checks"]}
        self.assertFalse(
            verdicts & {"rejected", "compile_error", "grader_error"}, ended.stdout
        )
        self.assertEqual(ended.returncode, 1, ended.stdout)
        self.assertEqual(record.get("not_begun", []), left, ended.stdout)
        points = points_by_part(record)
        for part in done:
            self.assertEqual(*points[part], f"{part} has not all points\n{ended.stdout}")
        score, most = record["score"], record["max_score"]
        self.assertEqual(most, 100)
        self.assertGreater(score, earlier_score, ended.stdout)
        self.assertIn(f"score {score}/100: ", said)
        for part in left:
            worth = f"{points[part][0]}/{points[part][1]}"
            self.assertIn(f"{part} {worth} (not begun)", said)
            self.assertEqual(points[part][0], 0, ended.stdout)
        number = number_of(lab)
        self.assertIn(f"A nudge to begin with: ./gridlock hint {number} {left[0]}", said)
        self.assertIn(f"{score}/100", self.listed(tree, lab))
        self.names_as_next(tree, next_lab or lab, score)
        self.assertRegex(
            tree.run("hint", number).stdout, rf"\APart {left[0]}, hint 1 of "
        )
        return score

    def names_as_next(self, tree, lab, score):
        self.assertRegex(
            tree.run("next").stdout,
            rf"\ANext is lab {number_of(lab)}: .*  \({score}/100\)\n"
            rf"  1\. Read  labs/{lab}/README\.md\n  2\. Edit  labs/{lab}/{lab[3:]}\.cu\n",
        )

    def finish(self, tree, lab):
        """The whole solution gets all points.  Its plain check is a test of its own."""
        ended, record = tree.check(lab, *QUICK)
        self.assertEqual(ended.returncode, 0, ended.stdout)
        self.assertEqual((record["score"], record["max_score"]), (100, 100))
        self.assertNotIn("not_begun", record)
        self.assertNotIn("look_at", record)
        self.assertIn("score 100/100", in_one_line(ended.stdout))
        self.says_what_is_left(tree, lab, in_one_line(ended.stdout))
        self.is_done(tree, lab)

    def says_what_is_left(self, tree, lab, said):
        """The sheet's questions, the reference where there is one, and the next lab."""
        self.assertIn(f"Lab {number_of(lab)} is done.", said)
        questions = '"Seen in printed code"'
        self.assertIn(f"the questions under {questions} in labs/{lab}/README.md", said)
        sheet = (tree.folder(lab) / "README.md").read_text()
        self.assertIn("\n## Seen in printed code\n", sheet)
        reference = f"solutions/{lab}/{lab[3:]}.cu"
        self.assertEqual((tree.root / reference).exists(), reference in said)
        labs = path_of_labs()
        later = labs[labs.index(lab) + 1 :]
        if later:
            self.assertIn(f"./gridlock watch {number_of(later[0])}", said)

    def finish_watched(self, tree, lab):
        """`watch` sees the whole solution get all points, too."""
        watch = Watch(tree, lab)
        said = watch.wait_for(r"/100, done, checked at ")
        self.assertEqual(watch.end(), 130)
        name = f"labs/{lab}/{lab[3:]}.cu"
        self.assertIn(f"Checking {name} ...", said)
        self.assertIn(f"{name}: 100/100, done, checked at ", said)
        self.assertIn("100/100, done", self.listed(tree, lab))

    def is_done(self, tree, lab):
        self.assertIn("100/100, done", self.listed(tree, lab))
        labs = path_of_labs()
        later = labs[labs.index(lab) + 1 :]
        says = f"Next is lab {number_of(later[0])}: " if later else "Done: "
        self.assertTrue(tree.run("next").stdout.startswith(says), tree.run("next").stdout)

    def listed(self, tree, lab):
        """The lab's row of `list`."""
        rows = tree.run("list").stdout.splitlines()
        return next(row for row in rows if row.startswith(lab))


class OwnNames(Road):
    """What a student may add to a file, and what not."""

    def write(self, lab, before="", after="", behind=""):
        """The solution with more text before it, after its head and behind it."""
        head, solution = solution_of(lab)
        whole = before + head + after + "".join(solution.values()) + behind
        self.clone.file(lab).write_text(whole)
        return whole

    def is_accepted(self, lab, *options):
        first_part = next(iter(solution_of(lab)[1]))
        ended, _ = self.clone.check(lab, *QUICK, "--only", first_part, *options)
        self.assertEqual(ended.returncode, 0, ended.stdout)

    def is_refused(self, lab, name, own_line, header, advice="Choose another name"):
        """A compile error names the line in the file and that in the lab's header."""
        ended, record = self.clone.check(lab, *QUICK)
        verdicts = {check["verdict"] for check in record["checks"]}
        self.assertEqual(verdicts, {"compile_error"}, ended.stdout)
        said = in_one_line(ended.stdout.replace("|", ""))
        self.assertIn(f"{lab[3:]}.cu:{own_line}: ", said)
        lines = (self.clone.folder(lab) / header).read_text().splitlines()
        places = [
            f"{header}:{number}"
            for number, line in enumerate(lines, 1)
            if re.search(rf"\b{name}\b", line.split("//")[0])
        ]
        self.assertIn(places[0], said)
        self.assertIn(advice, said)

    def test_a_header(self):
        self.for_each_lab(self.add_a_header)

    def add_a_header(self, lab):
        """A header with an include guard, a macro and the lab's headers is accepted."""
        given = re.findall(r'(?m)^#include ".*"$', solution_of(lab)[0])
        own = self.clone.folder(lab) / "own.cuh"
        own.write_text(
            "\n".join(["#ifndef OWN_CUH", "#define OWN_CUH", *given])
            + "\n#define OWN_SHARE(n) ((n) / 4)\n"
            "__host__ __device__ inline int ownShare(int n) { return OWN_SHARE(n); }\n"
            "#endif\n"
        )
        use = "\n__device__ int ownUse(int n) { return ownShare(n) + OWN_SHARE(n); }\n"
        self.write(lab, after='#include "own.cuh"\n', behind=use)
        self.is_accepted(lab)
        # Next comes a folder that was handed in, with copies of the lab's headers.  A quick
        # run tests it only for the last lab, which has several headers.
        if not IS_DEEP and lab != path_of_labs()[-1]:
            return own.unlink()
        handed_in = self.clone.root / "handed in" / lab
        shutil.copytree(self.clone.folder(lab), handed_in)
        own.unlink()
        self.is_accepted(lab, "--submission", handed_in)

    def test_macros(self):
        self.for_each_lab(self.define_what_scenarios_use)

    def define_what_scenarios_use(self, lab):
        """Each name in the lab's scenarios that is no macro of the lab becomes a macro."""
        macros = set(re.findall(r"(?m)^#define (\w+)", self.headers_text(lab)))
        # behind.cuh follows the submission, so its names must keep their meaning.
        names = self.names_in(lab, "scenarios.cu") - self.names_in(lab, "behind.cuh")
        names -= WORDS_OF_NVCC
        own = sorted(
            name
            for name in names - macros
            if not name.lower().startswith(("gridlock", "__"))
        )
        self.write(lab, behind="".join(f"#define {name} )(\n" for name in own))
        self.is_accepted(lab)

    def names_in(self, lab, file):
        path = self.clone.folder(lab) / file
        text = path.read_text() if path.exists() else ""
        return set(NAME.findall(re.sub(r'//.*|"[^"\n]*"', "", text)))

    def test_functions(self):
        self.for_each_lab(self.overload_what_scenarios_define)

    def overload_what_scenarios_define(self, lab):
        scenarios = (self.clone.folder(lab) / "scenarios.cu").read_text()
        found = re.findall(r"(?m)^[a-z_][\w:<>,&* ]* [&*]?(\w+)\(", scenarios)
        functions = [f"inline int {name}(Own) {{ return 0; }}\n" for name in set(found)]
        self.assertTrue(functions)
        self.write(lab, behind="struct Own {};\n" + "".join(functions))
        self.is_accepted(lab)

    def headers_text(self, lab):
        return "".join(
            file.read_text() for file in sorted(self.clone.folder(lab).glob("*.cuh"))
        )

    def test_names_of_the_lab(self):
        self.for_each_lab(self.redefine)

    def redefine(self, lab):
        """A type of an included header is refused; a macro of that name is accepted."""
        required = (self.clone.folder(lab) / "required.cuh").read_text()
        included = whole_solution(lab) + required
        for header in re.findall(r'(?m)^#include "(\w+\.cuh)"$', included):
            text = (self.clone.folder(lab) / header).read_text()
            for name in re.findall(r"(?m)^(?:struct|class) (\w+) {", text)[:1]:
                lines = self.write(lab, behind=f"struct {name} {{ char own; }};\n")
                self.is_refused(lab, name, lines.count("\n"), header)
            for name in re.findall(r"(?m)^#define (\w+)", text):
                self.write(lab, behind=f"#undef {name}\n#define {name}(call) call\n")
                self.is_accepted(lab)
        self.write(lab, behind="int scenarios = 0;\n")
        self.is_accepted(lab)


if __name__ == "__main__":
    if not (SOURCE / "solutions").is_dir():
        print("skipped: this tree has no solutions")
        sys.exit(77)
    tests = [word for word in sys.argv[3:] if word != "--deep"]
    unittest.main(argv=[sys.argv[0], *tests], verbosity=2)
