"""The real command with the real simulator, on the labs and the bank of this tree.

    labs_test.py SOURCE BUILD [CLASS.TEST...]
"""

import shutil
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fixture"))
from command import BUILD, IS_STUDENTS, SOURCE, RealTest, main

LAB1 = "01_last_block"
BANK = SOURCE / "solutions"
NO_FENCE = BANK / "04_threadfence/mistakes/fence_after_unlock.cu"
CURE = "--cure --cure-limit 0"


def first(lab, verdict):
    """The first check with this verdict."""
    return next(check for check in lab["checks"] if check["verdict"] == verdict)


@unittest.skipIf(IS_STUDENTS, "a student's tree has no solutions")
class Cures(RealTest):
    """check --cure names a change that repairs a submission, and it does."""

    def line(self, file, more, lab=4):
        return f"check {lab} --on sim --submission {file} {more}"

    def check(self, file, more, lab=4):
        return self.lab(self.line(file, more, lab))

    def test_without_stories_verdicts_and_points_are_the_same(self):
        bare = "--no-cures --no-stories"
        wrong = BANK / LAB1 / "mistakes/every_thread_draws.cu"
        whole, short = (self.check(wrong, more, 1) for more in ("--no-cures", bare))
        self.assertEqual(short["score"], whole["score"])
        story, none = first(whole, "wrong_result"), first(short, "wrong_result")
        self.assertEqual(none["name"], story["name"])
        self.assertTrue(story.get("interleaving"))
        self.assertFalse(none.get("interleaving"))
        # A wrong result becomes a stale_value only after a closer look, which does not depend
        # on stories.  A race always has its interleaving.
        volatile = BANK / "04_threadfence/mistakes/volatile_message.cu"
        first(self.check(volatile, bare), "stale_value")
        self.assertTrue(first(self.check(NO_FENCE, bare), "data_race")["interleaving"])

    def test_a_cure_is_named_and_the_text_with_it_passes_under_other_schedules(self):
        text = self.output(["expand", NO_FENCE])
        file = self.write("threadfence.cu", text)
        lab = self.check(file, CURE)
        cure = lab["cure"]
        self.assertGreaterEqual(lab["cures_tried"], 1)
        self.assertIn("__threadfence()", cure["words"])
        self.assertEqual(cure["checks_passed"], len(lab["checks"]))
        begin = cure["offset"]
        file.write_text(text[:begin] + cure["text"] + text[begin + cure["length"] :])
        self.output(self.line(file, "--no-cures --seed 5"))

    def test_where_the_hosts_calls_lack_an_order_no_search_is_offered(self):
        file = BANK / "07_stream_wait/mistakes/values_overwritten_too_early.cu"
        self.assertNotIn("--cure", self.output(self.line(file, "", 7), code=1))
        self.assertNotIn("cures_tried", self.check(file, CURE, 7))

    def test_a_fence_is_no_wider_than_it_has_to_be_and_none_is_left_where_it_is_useless(
        self,
    ):
        for lab, mistake, words in [
            (
                4,
                "04_threadfence/mistakes/volatile_message_plain_reader",
                "`__threadfence_block();` before ",
            ),
            (
                3,
                "03_lock_free_barrier/mistakes/fence_after_arrival",
                ", in place of the one in line ",
            ),
        ]:
            cure = self.check(BANK / f"{mistake}.cu", CURE, lab)["cure"]
            self.assertIn(words, cure["words"])

    def test_the_report_tells_it_if_it_is_asked_to(self):
        self.assertIn("Tried: with `", self.output(self.line(NO_FENCE, CURE), code=1))
        without = self.output(self.line(NO_FENCE, ""), code=1)
        self.assertNotIn("Tried:", without)
        self.assertTrue(without.endswith(", add --cure to your command.\n"), without)

    def test_of_what_a_kernel_prints_the_report_has_the_schedule_that_it_tells(self):
        text = (BANK / LAB1 / "last_block.cu").read_text()
        print_here = 'printf("block %u here\\n", blockIdx.x);'
        file = self.write("last_block.cu", text.replace("__threadfence();", print_here))
        said = self.output(self.line(file, "--only 'lastBlock: the'", 1), code=1)
        self.assertIn("The program printed:\n          | block ", said)
        self.assertNotIn("more lines", said)  # All schedules print many.

    def test_the_compilers_warnings_reach_the_student_again_from_the_cache(self):
        never = (
            "__device__ int never(int tid) {\n  if (tid = 0) return 1;\n  return 2;\n}\n"
        )
        text = (SOURCE / "labs/04_threadfence/threadfence.cu").read_text()
        file = self.write("threadfence.cu", text + never)
        for _ in range(2):
            said = self.output(self.line(file, ""), code=1)
            self.says(said, "The compiler warns:\n  | threadfence.cu:")
            self.says(said, "  |     if (tid = 0) return 1;\n")


OVERLAY = """// expect: data_race
// overlay

__device__ bool lastBlock(int* counter) {
  __syncthreads();
  int is_last = 0;
  if (threadIdx.x == 0) is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
  if (is_last) *counter = 0;
  return __syncthreads_or(is_last);
}
"""


@unittest.skipIf(IS_STUDENTS, "a student's tree has no solutions")
class Overlays(RealTest):
    """Lab 01 with its real checks, in a tree whose solutions a test may change."""

    state = None

    def setUp(self):
        super().setUp()
        self.root = self.folder / "tree"
        self.own, self.solutions = (
            self.root / top / LAB1 for top in ("labs", "solutions")
        )
        shutil.copytree(SOURCE / "labs" / LAB1, self.own)
        (self.root / "grader").symlink_to(SOURCE / "grader")
        self.solutions.mkdir(parents=True)
        shutil.copy(BANK / LAB1 / "last_block.cu", self.solutions)

    def test_findings_name_the_overlays_lines_and_the_references(self):
        overlay = self.write(f"tree/solutions/{LAB1}/mistakes/no_fence.cu", OVERLAY)
        files = {
            "reference.cu": self.solutions / "last_block.cu",
            "last_block.cu": overlay,
        }
        seen = set()
        line = f"check 1 --on sim --no-cures --submission {overlay} --only 1b"
        for check in self.checks(line):
            places = check.get("finding", {}).get("accesses", [])
            for place in places + check.get("interleaving", []):
                name = place["file"]
                seen.add(name)
                lines = files.get(name, self.own / name).read_text().split("\n")
                self.assertEqual(place["text"], lines[place["line"] - 1].strip())
        self.assertLessEqual(set(files), seen)

    def test_a_students_overlay_is_refused_and_earns_nothing(self):
        (self.own / "last_block.cu").write_text(OVERLAY)
        lab = self.lab("check 1 --on sim --no-cures")
        self.assertEqual(lab["score"], 0)
        self.assertEqual({check["verdict"] for check in lab["checks"]}, {"rejected"})
        refusal = (
            f"Only a file in solutions/{LAB1} may leave to the reference what it does "
            "not define."
        )
        self.assertIn(refusal, str(lab))


@unittest.skipIf(IS_STUDENTS, "a student's tree has no solutions")
class Seeds(RealTest):
    """Files of the bank that were once misjudged with one seed, each with that seed."""

    def judge(self, code, lab, file, check, seed):
        with self.subTest(file, seed=seed):
            file = BANK / f"{file}.cu"
            line = f"check {lab} --submission {file} --on sim --no-cures --seed {seed}"
            self.output(f"{line} --only '{check}'", code=code)

    def test_a_right_file_passes(self):
        # The master block polls with a barrier of all its threads: that once took too
        # many steps.
        file = "03_lock_free_barrier/variants/master_votes"
        self.judge(0, 3, file, "the sort is shared", 12)
        self.judge(0, 3, file, "sorts in two and three dimensions", 22)

    def test_a_wrong_file_fails(self):
        # Only one order of copies shows the fault, and few generated cases have it.
        streams = "07_stream_wait/mistakes"
        nothing_sent = f"{streams}/nothing_sent_nothing_in_use"
        self.judge(1, 7, nothing_sent, "copyStaged: the next copy", 5)
        followed = f"{streams}/values_followed_once"
        self.judge(1, 7, followed, "addPeer: after what wrote", 2)
        # The kernels must meet between two steps, which few schedules have.
        mask = "06_concurrent_kernels/mistakes/mask_read_after_clearing"
        self.judge(1, 6, mask, "a kernel sees those", 2)


class OtherTree(RealTest):
    """A tree of another folder, as that of an older version, that the program is to grade in."""

    def test_its_headers_are_never_the_submissions_whose_folder_holds_it(self):
        self.root = self.folder / "my tree ä"
        shutil.copytree(SOURCE / "labs" / LAB1, self.root / "labs" / LAB1)
        shutil.copytree(SOURCE / "grader/scenario", self.root / "grader/scenario")
        file = shutil.copy(SOURCE / "labs" / LAB1 / "last_block.cu", self.folder / "x.cu")
        checks = self.checks(f"check 1 --on sim --only 1a --no-cures --submission {file}")
        for check in checks:
            self.assertIn(check["verdict"], ("wrong_result", "passed"), check)


class Programs(RealTest):
    """The two programs: gridlock, and gridlock-all with every command."""

    def environment(self, more):
        return super().environment({"GRIDLOCK_SCRIPT": ""} | more)

    def test_gridlock_names_all_commands_with_the_words_of_the_other(self):
        small = self.output("--help")
        self.assertIn("check", small)
        self.program = BUILD / "bin/gridlock-all"
        self.assertEqual(small, self.output("--help"))

    @unittest.skipIf(IS_STUDENTS, "a student's tree has no solutions")
    def test_gridlock_leaves_to_the_other_what_only_that_can_do(self):
        file = BANK / "04_threadfence/mistakes/never_unlocks.cu"
        self.assertIn("void unlock(int* mutex)", self.output(["expand", file]))

    def test_gridlock_lets_the_script_that_called_it_build_the_other_first(self):
        script = self.write("script", '#!/bin/sh\necho "$GRIDLOCK_TARGET: $*"\n')
        script.chmod(0o755)
        said = self.output("check 1 --cure", GRIDLOCK_SCRIPT=str(script))
        self.assertEqual(said, "all-commands: check 1 --cure\n")

    def test_without_the_other_gridlock_says_what_builds_it(self):
        self.program = shutil.copy(self.program, self.folder)
        for option in ("--cure", "--html=page.html", "--gradescope"):
            self.assertIn("./gridlock builds it", self.errors(f"check 1 {option}"))


class OtherUser(RealTest):
    """Where there is no bubblewrap, root runs a stranger's file as another user (tier C)."""

    def test_in_tier_c_too_a_constructor_writes_to_no_librarys_memory(self):
        # A PATH without bubblewrap; `true` is the program that a box is tried with.
        tools = self.folder / "bin"
        tools.mkdir()
        (tools / "true").symlink_to("/usr/bin/true")
        hostile = SOURCE / "grader/hostile"
        shutil.copy(hostile / "right_answer.cuh", self.folder)
        file = self.folder / "last_block.cu"
        line = f"check 1 --only 'lastBlock is' --on sim --submission {file} --no-cures"
        for name, verdict in [("constructs", "passed"), ("writes", "crashed")]:
            shutil.copy(hostile / f"{name}_on_load.cu", file)
            lab = self.lab(line, PATH=str(tools))
            if lab.get("tier") != "C":
                self.skipTest("no tier C")
            self.assertEqual(lab["checks"][0]["verdict"], verdict)


if __name__ == "__main__":
    main()
