"""`export` and `new-lab`: what a course's tree has, and that a new lab is ready to run.

    course_test.py SOURCE BUILD [CLASS.TEST...]
"""

import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fixture"))
from command import BUILD, IS_STUDENTS, SOURCE, RealTest, main


def files_with(folder, text):
    """The files below a folder that hold this text."""
    files = (file for file in folder.rglob("*") if file.is_file())
    return [file for file in files if text.encode() in file.read_bytes()]


def dead_links(folder):
    """The links of pages below a folder to files that it does not have."""
    dead = []
    for page in folder.rglob("*.md"):
        prose = re.sub(r"(?ms)^```.*?^```", "", page.read_text())
        links = (link.partition("#")[0] for link in re.findall(r"\]\(([^) :]*)\)", prose))
        dead += [
            f"{page.name}: {to}" for to in links if to and not (page.parent / to).exists()
        ]
    return dead


@unittest.skipIf(IS_STUDENTS, "a student's tree has no solutions")
class TreeTest(RealTest):
    def export(self, kind="student", name="für alle", more=()):
        tree = self.folder / name
        self.output(["export", kind, tree, *more])
        return tree

    def use(self, tree):
        """Commands are called in this tree from here on."""
        self.root, self.state = tree, tree / "build"

    def configure(self, tree):
        done = subprocess.run(
            ["cmake", "--preset", "default"], cwd=tree, capture_output=True, text=True
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return (tree / "build/default/build.ninja").read_text()


class Export(TreeTest):
    def test_a_students_tree_has_the_labs_as_handed_out_and_nothing_of_the_instructors(
        self,
    ):
        tree = self.export()
        self.assertGreater(sum(file.is_file() for file in tree.rglob("*")), 500)
        for name in ("solutions", ".git", "docs/walkthroughs", "docs/new_lab.md"):
            self.assertFalse((tree / name).exists(), name)
        self.assertEqual(files_with(tree / "labs", "BEGIN SOLUTION"), [])
        self.assertEqual(files_with(tree / "docs", "](walkthroughs.md"), [])
        self.assertEqual(dead_links(tree), [])
        readme = (tree / "README.md").read_text()
        self.says(readme, "| `labs/` |")
        self.says_not(readme, "| `solutions/` |")
        handed_out = list(tree.glob("labs/*/handed_out/*.cu"))
        self.assertGreaterEqual(len(handed_out), 7)
        for file in handed_out:
            self.assertEqual((file.parents[1] / file.name).read_text(), file.read_text())
        self.use(tree)
        own = tree / "labs/01_last_block/last_block.cu"
        own.write_text("// mine\n")
        self.output("reset 1")
        self.assertEqual(
            own.read_text(), (own.parent / "handed_out" / own.name).read_text()
        )
        said = self.output("--help")
        self.says(said, "check")
        self.says_not(said, "selfcheck")
        self.says(self.errors("demo 1"), "students get the labs without it")
        self.says(self.errors("test quick"), "test needs the folder grader/tests/")

    def test_an_exported_tree_can_be_exported_again_though_git_does_not_know_it(self):
        def names(tree):
            return {file.relative_to(tree) for file in tree.rglob("*")}

        first = self.export("instructor", "one")
        files = names(first)
        # A course has neither the folders of classes nor what was built.
        self.write("one/build/default/built", "")
        self.write("one/class-1/manifest.json", "{}")
        (first / "class-1/records").mkdir()
        self.use(first)
        second = self.export("instructor", "two")
        self.assertEqual(names(second), files)
        self.assertIn(Path("solutions/01_last_block/last_block.cu"), files)

    def test_an_export_overwrites_nothing_and_says_where_it_cannot_write(self):
        mine = self.write("full/mine", "text")
        self.errors(f"export student {mine.parent}")
        self.errors(f"export student {SOURCE}/copy")
        self.assertFalse((SOURCE / "copy").exists())
        self.assertTrue(mine.exists())
        said = self.errors("export student /proc/nowhere")
        self.says(said, "cannot write /proc/nowhere", "Name a folder where there is room")
        self.says_not(said, "delete")  # Nothing was made.


class Built(TreeTest):
    """Exported trees that are built, or come with their program."""

    def test_a_tree_that_comes_with_its_program_grades_at_once(self):
        tree = self.export(more=["--built"])

        def call(*line, code):
            done = self.run_line(
                list(line), code=code, GRIDLOCK_BUILD_DIR="", GRIDLOCK_ROOT=""
            )
            return done.stdout

        self.program = tree / "gridlock"
        self.assertIn("(not begun)", call("check", "1", code=1))
        # `trace` needs the other program, gridlock-all.
        example, steps = (
            tree / "docs/examples/lock_without_fences.cu",
            tree / "steps.html",
        )
        call("trace", example, "--out", steps, code=None)
        self.assertTrue(steps.exists())
        self.assertFalse((tree / "build/default/build.ninja").exists())
        # Students can pass the tree on.
        two = self.folder / "two"
        call("export", "student", two, "--built", code=0)
        self.assertTrue((two / "built/bin/gridlock-all").exists())

    def test_hidden_checks_are_not_in_the_program_that_students_get(self):
        tree = self.export("instructor", "tree")
        examples = list(tree.glob("solutions/*/hidden_checks_example.cpp"))
        self.assertTrue(examples)
        for file in examples:
            file.rename(file.parent / "hidden_checks.cpp")
        ninja = self.configure(tree)
        targets = [f"hidden_checks_{file.parent.name}" for file in examples]
        build = ["cmake", "--build", tree / "build/default", "--target", *targets]
        done = subprocess.run(build, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        for program in ("gridlock", "gridlock-all"):
            lines = re.findall(
                rf"(?m)^build bin/((?:of_students/)?{program}): (.*)$", ninja
            )
            linked = dict(lines)
            self.assertIn("hidden_checks", linked[program])
            self.assertNotIn("hidden_checks", linked[f"of_students/{program}"])
            self.assertIn("checks_01_last_block", linked[f"of_students/{program}"])

    def test_a_students_tree_can_be_configured(self):
        tree = self.export(name="tree")
        # A library that no target of the tree makes would be looked for in the system.
        self.assertNotIn(" -lgridlock_", self.configure(tree))
        list_tests = ["ctest", "--preset", "default", "-N"]
        tests = subprocess.run(
            list_tests, cwd=tree, capture_output=True, text=True
        ).stdout
        self.says(tests, ": 01_last_block")
        self.says_not(tests, ": selfcheck")


class LabTest(RealTest):
    """A tree with what new-lab needs: lab 01's lab.toml, and links to the sample and to the
    headers of scenarios."""

    def setUp(self):
        super().setUp()
        self.root = self.folder / "tree"
        self.state = self.root / "build"
        (self.root / "solutions").mkdir(parents=True)
        for part in ("grader/cli/course/sample", "grader/scenario/include"):
            (self.root / part).parent.mkdir(parents=True, exist_ok=True)
            (self.root / part).symlink_to(SOURCE / part)
        toml = "labs/01_last_block/lab.toml"
        (self.root / toml).parent.mkdir(parents=True)
        shutil.copy(SOURCE / toml, self.root / toml)


class NewLab(LabTest):
    def test_a_new_lab_gets_its_own_names_throughout_and_the_next_number(self):
        self.output("new-lab ticket_lock")
        lab = self.root / "labs/02_ticket_lock"
        self.says((lab / "lab.toml").read_text(), 'id = "2a"')
        text = (lab / "ticket_lock.cu").read_text()
        self.says(text, "// ---- 2a: ")
        self.says_not(text, "atomicAdd")
        for side in ("labs", "solutions"):
            for old in ("00_sample", "sample.cu", "0a", "check 0", "ab 00"):
                self.assertEqual(files_with(self.root / side / lab.name, old), [])
        for wrong in ("ticket_lock", "02_other", "Ticket", "../x", "1_x", "a b", ""):
            self.errors(["new-lab", wrong])
        self.output("new-lab 12_barriers")
        self.assertTrue((self.root / "labs/12_barriers").exists())


class Sample(LabTest):
    def test_it_is_ready_to_run_and_selfcheck_notices_if_it_is_wrong(self):
        self.output("new-lab 00_sample")
        self.program = BUILD / "bin/gridlock-sample"
        self.output("selfcheck --lab 0")
        wrong = "// Wrong.\n// overlay\n\n__device__ void addTo(int*, int) {}\n"
        self.write("tree/solutions/00_sample/variants/compare_and_swap.cu", wrong)
        self.output("selfcheck --lab 0", code=1)


if __name__ == "__main__":
    main()
