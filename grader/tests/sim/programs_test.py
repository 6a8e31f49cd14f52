"""Whole programs through `gridlock run`, and reports of `check` on the simulator.

    programs_test.py SOURCE BUILD [CLASS.TEST...]

Each CASE of a file in programs/ (cases.h) names the verdict that the simulator must give; a file
without cases begins with a comment that says it after "expect:".  The comment there, or above the
CASE, says after "missing:" how it must be explained, after "unsaid:" what must not be said, after
"told:" what the interleaving must show, and after "command:" what the command line says besides;
files in it lie in programs/.  "$name" in them is the number of the line that ends in "// $name".
"""

import concurrent.futures
import ctypes
import hashlib
import itertools
import json
import os
import re
import shlex
import subprocess
import sys
import unittest
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fixture"))
from command import BUILD, SOURCE, CommandTest, main

HERE = SOURCE / "grader/tests/sim"
PROGRAMS = HERE / "programs"
EXAMPLES = SOURCE / "docs/examples"  # The programs that the documentation shows.
# Bugs of public projects: in each folder before.cu, and its repair, after.cu.
CORPUS = SOURCE / "docs/corpus"
# How many programs each folder has: the test fails if it finds a different number.
COUNTS = {PROGRAMS: 522, EXAMPLES: 40, CORPUS: 88}
# In seconds.  A program that takes longer hangs, and is not just slowed by other work.
MUCH_TOO_LONG = 600
NO_SOLUTIONS = not (SOURCE / "solutions").exists()


class Program(NamedTuple):
    """A whole file, or one case of it."""

    file: Path
    name: str  # The case's; "" for a whole file.
    head: str  # The comment that says what is expected.

    def values(self, key):
        """What the comment at its beginning says behind this key."""
        lines = (line.strip() for line in self.head.removeprefix("\ufeff").split("\n"))
        comment = itertools.takewhile(lambda line: line.startswith("//"), lines)
        said = (line[2:].strip().partition(f"{key}:") for line in comment)
        return [value.strip() for before, found, value in said if found and not before]

    def expects(self):
        return self.values("expect")[0]


def programs_in(file):
    text = file.read_text()
    marks = re.finditer(r"(?m)// (\$\w+)$", text)
    numbers = {mark[1]: 1 + text.count("\n", 0, mark.start()) for mark in marks}
    cases = []
    for found in re.finditer(r"(?m)^((?://.*\n)*)CASE\((\w+), ([^)]*)\)", text):
        comment = re.sub(r"\$[a-z_0-9]+", lambda name: str(numbers[name[0]]), found[1])
        cases.append(Program(file, found[2], f"{comment}// expect: {found[3]}\n"))
    return cases or [Program(file, "", text)]


def programs_below(folder):
    """The programs of each file; the files in parts/ are parts of programs."""
    files = (file for file in sorted(folder.rglob("*.cu")) if file.parent.name != "parts")
    return [programs_in(file) for file in files]


def program_of(name, case=""):
    return next(each for each in programs_in(PROGRAMS / name) if each.name == case)


def gridlock(*words, before=(), environment=None, cwd=PROGRAMS):
    own = {"GRIDLOCK_ROOT": str(SOURCE), "GRIDLOCK_BUILD_DIR": str(BUILD)}
    return subprocess.run(
        [*before, BUILD / "bin/gridlock", *words],
        env=os.environ | own | (environment or {}),
        cwd=cwd,
        capture_output=True,
        text=True,
        errors="replace",
        stdin=subprocess.DEVNULL,
        timeout=MUCH_TOO_LONG,
    )


def in_shell(script):
    """Runs this in a shell, where "$@" is the command."""
    return ["sh", "-c", script, "sh"]


class Ran(NamedTuple):
    code: int
    output: str
    record: dict

    def said(self):
        """The verdict, or the advice if that is all there is to say."""
        verdict, advice = self.record.get("verdict"), self.record.get("advice")
        return (
            f"advice {advice[0]['kind']}" if verdict == "passed" and advice else verdict
        )


def run_program(program, folder):
    record = (
        folder / f"{program.file.parent.name}-{program.file.stem}-{program.name}.json"
    )
    schedules = (program.values("schedules") or ["60"])[0]
    words = ["run", program.file, "--json", record, "--schedules", schedules]
    for line in program.values("command"):
        words += shlex.split(line)
    words += ["--", program.name] if program.name else []
    ended = gridlock(*words)
    said = json.loads(record.read_text()) if record.exists() else {}
    return Ran(ended.returncode, ended.stdout + ended.stderr, said)


class Programs(CommandTest):
    def run_all(self, folder):
        """Each program and how it ended.  Several files at a time, each on a processor of its
        own: most of a run is compiling, and a file is compiled once for all its cases."""
        free = sorted(os.sched_getaffinity(0))

        def run(programs):
            processor = {free.pop()}
            os.sched_setaffinity(0, processor)  # For this thread and its children.
            ran = [(each, run_program(each, self.folder)) for each in programs]
            free.extend(processor)
            return ran

        with concurrent.futures.ThreadPoolExecutor(len(free)) as pool:
            ran = [
                each for file in pool.map(run, programs_below(folder)) for each in file
            ]
        self.assertEqual(len(ran), COUNTS[folder])
        return ran

    def check(self, program, ran):
        with self.subTest(f"{program.file.name} {program.name}"):
            expected = program.expects()
            self.assertEqual(ran.said(), expected, ran.output)
            is_fine = expected == "passed" or expected.startswith("advice ")
            self.assertEqual(ran.code, 0 if is_fine else 1, ran.output)
            form = {"ensure_ascii": False, "separators": (",", ":"), "sort_keys": True}
            record = json.dumps(ran.record, **form)
            for words in program.values("missing"):
                self.assertIn(words, record)
            for words in program.values("unsaid"):
                self.assertNotIn(words, record)
            for step in program.values("told"):
                self.assertIn(step, ran.output)

    def test_every_program_gets_the_verdict_that_it_states(self):
        for program, ran in self.run_all(PROGRAMS):
            self.check(program, ran)

    def test_every_example_of_the_documentation_gets_the_verdict_that_it_states(self):
        for program, ran in self.run_all(EXAMPLES):
            self.check(program, ran)

    def test_public_bugs_and_their_repairs_get_their_verdicts_but_the_misses(self):
        lines = (CORPUS / "misses.txt").read_text().splitlines()
        misses = dict(line.split()[:2] for line in lines if line.strip())
        for program, ran in self.run_all(CORPUS):
            name = str(program.file.relative_to(CORPUS))
            with self.subTest(name):
                expected = program.expects()
                # A program that now gets its verdict must leave misses.txt and table.csv.
                self.assertEqual(ran.said(), misses.get(name, expected), ran.output)
                self.assertNotEqual(misses.get(name), expected)
        for name in misses:
            self.assertTrue((CORPUS / name).exists(), name)

    def test_what_is_said_does_not_depend_on_the_number_of_processors(self):
        every = os.sched_getaffinity(0)
        self.addCleanup(os.sched_setaffinity, 0, every)
        # The race in the last program changes how later schedules run.
        for name in (
            ["many_tenants.cu"],
            ["late_store.cu", "reset_not_released"],
            ["lost_update.cu", "of_a_mask"],
        ):
            records = []
            for processors in ({min(every)}, every):
                os.sched_setaffinity(0, processors)
                record = run_program(program_of(*name), self.folder).record
                records.append(record | {"seconds": 0})
            self.assertEqual(*records)

    def test_each_of_several_findings_has_a_schedule_that_shows_it(self):
        record = run_program(program_of("three_races.cu"), self.folder).record
        self.assertEqual(record["replay"], record["findings"][0]["replay"])
        lines = []
        for finding in record["findings"]:
            lines.append(finding["accesses"][0]["line"])
            said = gridlock(
                "replay", PROGRAMS / "three_races.cu", finding["replay"]
            ).stdout
            self.says(said, "data_race", f"three_races.cu:{lines[-1]}")
        self.assertEqual(sorted(lines), [7, 8, 9])

    def test_what_is_suppressed_does_not_fail_and_what_matches_nothing_is_told(self):
        row = '[[suppress]]\nkind = "data_race"\nlines = ["%s"]\nreason = "%s"\n'
        rules = row % ("*a = blockIdx.x;", "known") + row % ("*d = 1;", "long gone")
        known = self.write("known.toml", rules)
        file = PROGRAMS / "three_races.cu"
        words = ["--schedules", "60", "--suppress", known, "--json", "-"]
        ended = gridlock("run", file, *words)
        self.assertEqual(ended.returncode, 1)
        record = self.parse(ended.stdout)
        self.assertEqual(len(record["findings"]), 2)
        (suppressed,) = record["suppressed"]
        self.assertEqual(suppressed["reason"], "known")
        self.assertEqual(suppressed["accesses"][0]["line"], 7)
        self.assertEqual([u["line"] for u in record["unused_suppressions"]], [5])

    def test_on_a_terminal_one_line_says_how_far_it_is(self):
        # This program has more schedules than any machine runs in the budget.
        line = [
            BUILD / "bin/gridlock",
            "run",
            PROGRAMS / "late_store.cu",
            "--budget",
            "2",
        ]
        line = shlex.join([*map(str, line), "--", "with_both_fences"])
        script = ["script", "-qec", line, "/dev/null"]
        shown = subprocess.run(script, capture_output=True).stdout.decode()
        compiling = "\x1b[Kcompiling for the simulator ...\r"
        self.says(shown, compiling, " of 2 s: nothing found so far ...\r\x1b[K")


class Machine(CommandTest):
    """Limits of the machine, and faults that are its own."""

    def run_limited(self, script, name="many_tenants.cu", *more):
        environment = {"GRIDLOCK_BUILD_DIR": str(self.folder)}
        words = ["run", PROGRAMS / name, "--json", "-", *more]
        return gridlock(*words, before=in_shell(script), environment=environment)

    def test_a_program_that_takes_more_memory_than_it_may_ends_with_a_finding(self):
        script = 'ulimit -m 400000; exec "$@"'
        ended = self.run_limited(script, "parts/gigabytes_written.cu")
        self.assertEqual(ended.returncode, 1, ended.stderr)
        record = self.parse(ended.stdout)
        self.holds(record, verdict="out_of_memory", schedules=1)
        (finding,) = record["findings"]
        self.assertIn("Give it a smaller problem.", finding["message"])

    def test_a_disk_without_room_is_the_machines_fault_at_whatever_step_it_shows(self):
        size, last = 256, ""  # In KiB.
        while size <= 16 * 1024 and last != "passed":
            mount = (
                f'mount -t tmpfs -o size={size}k none "$GRIDLOCK_BUILD_DIR" || exit 77'
            )
            script = f'exec unshare -rm sh -c \'{mount}; exec "$@"\' sh "$@"'
            ended = self.run_limited(script, "many_tenants.cu", "--schedules", "1")
            if ended.returncode in (77, 127):
                self.skipTest("no small disk can be made here")
            last = self.parse(ended.stdout, ended.stderr)["verdict"]
            if last != "passed":
                self.assertEqual((last, ended.returncode), ("grader_error", 3), size)
            size += size // 4
        self.assertEqual(last, "passed")

    def test_a_limit_on_memory_is_the_machines_fault_and_told_with_what_to_do(self):
        # The first limit stops the simulator, the second one the compiler.
        for limit in ("-v 8000000", "-d 14000"):
            ended = self.run_limited(f'ulimit {limit}; exec "$@"')
            self.assertEqual(ended.returncode, 3, ended.stdout)
            self.assertIn(f"run ulimit {limit[:2]}", ended.stdout)


# A lab's mistake and one of its checks; below, what the report must say.
TOLD = """
06_concurrent_kernels mask_without_own_bit: every kernel sees itself
  line 7  atomicOr mask, 0 -> 0x1
  line 8  write masks[0], writes 0
# An earlier case, which passed, had also shown the race.
01_last_block every_block_writes_out: one kernel: the sum
  In the same schedule: data_race
  racing write out, writes 0
# The value passed through two copies.
07_stream_wait all_fills_then_all_drains: copyStaged: every
  of the 1st pipe->buffer
  cudaMemcpyAsync target[0]
  read target[0]
# One line allocates two buffers; the access went through the second.
07_stream_wait same_chunk_again: copyStaged: every
  2nd pipe->buffer, writes 11
  to's stream
# An element of a member array was written in the previous run.
06_concurrent_kernels never_cleared: the next run
  kernel 3, block 0, thread 0
  g_kernelData.masks[2],
# The copy is named after its first word, and also writes the words behind it.
07_stream_wait direct_copy_of_whole_words: copyDirect and addPeer: right
  target[1],
  cudaMemcpyPeerAsync
# No thread wrote the word, but one wrote the words beside it.
06_concurrent_kernels two_values_a_thread: addKernel works
  values[2] is
  write values[0..1], writes
01_last_block idle_threads_leave: one kernel: the sum
  the other one had ended.
# The lock was opened by a thread that had failed to take it.
04_threadfence tries_once: each holder sees
  went on although its
# No step is wrong in itself, but each block finds the same as the first block.
01_last_block reset_by_every_block: lastBlock is true
  If other draws do it, too, none can be the last
01_last_block sum_without_tail: one kernel: the sum
  element 0 was left out
# A case of encoded numbers is told in words.
07_stream_wait permission_to_the_wrong_device: allowAccess: success
  cudaDeviceEnablePeerAccess(1, 0) while device 0 was current
  allowAccess(1, 0), a kernel on device 1
# The awaited words were never written; the report shows the writes of other words.
03_lock_free_barrier releases_itself_only: blocks and grids
  volatile write arrayOut[0], writes 1
# The last value of the wrong word depends on a ticket.
06_concurrent_kernels leaves_with_the_first: a kernel is in
  blocks_out[0],
# The message states a number that threads drew.
05_work_queue chunk_takes_what_it_found: nextChunk: large
  0 -> 3
  reads 3,
# No thread waits for these words: an arrival was lost.
02_lock_barrier generation_before_reset: blocks and grids
  atomicAdd count, 2 -> 3
  atomicExch count, 3 -> 0
02_lock_barrier copies_left_out_in_pairs: phases is right for any
  as before the first
# The case's numbers all differ, so the wrong result tells which one is missing.
02_lock_barrier start_by_x_alone: launches in a row
  3 x 2 x 1 blocks and 5
  at 15: the next
  with n = 5, 5 rounds, 3 x 2 x 1
# A check of all outcomes together says what is wrong, and with which case.
03_lock_free_barrier one_thread_sorts: the sort is shared
  wrong_result: in every schedule
  at most one of the 2 blocks
  with n = 512, 2 blocks of 4 threads
03_lock_free_barrier one_round_too_few: sortOddEven sorts, for
  came out as 317, 153
  they should be 153, 317
# The report names the call that left another device current.
07_stream_wait device_of_the_buffers: copyStaged: every
  wrong_result: openPipe() leaves another device
# In an empty input, no element is missing or composed twice.
01_last_block zero_instead_of_identity: the composition
  the result must be identity()
05_work_queue push_counts_in_16_bits: push: an item
  the next push is number 16909060
  (0x1020304)
07_stream_wait one_drained_event: copyStaged: the host issues
  pipe->drained[0] that
  cudaMemcpyAsync
"""


@unittest.skipIf(NO_SOLUTIONS, "a student's tree has no solutions")
class Mistakes(CommandTest):
    def report(self, lab, mistake, check, *options):
        wrong = SOURCE / f"solutions/{lab}/mistakes/{mistake}.cu"
        words = ["check", lab, "--submission", wrong, "--on", "sim", "--only", check]
        said = gridlock(*words, *(options or ["--no-cures"])).stdout
        self.assertNotEqual(said, "")
        return said

    def test_a_report_of_a_wrong_result_tells_what_may_explain_it(self):
        for block in re.findall(r"(?m)^(\d\d_.*\n(?:  .*\n)+)", TOLD):
            head, *told = block.splitlines()
            lab, mistake, check = re.match(r"(\S+) (\w+): (.*)", head).groups()
            with self.subTest(head):
                self.says(self.report(lab, mistake, check), *(line[2:] for line in told))

    def test_the_race_of_two_lines_is_noted_once_in_a_functional_check(self):
        names = ("03_lock_free_barrier", "volatile_pointer", "blocks and grids of two")
        record = self.parse(self.report(*names, "--json", "-"))
        notes = record["labs"][0]["checks"][0]["notes"]
        seen = [frozenset(a["line"] for a in note["accesses"]) for note in notes]
        self.assertGreater(len(seen), 1)
        self.assertEqual(len(seen), len(set(seen)))

    def test_a_host_that_waits_in_a_helper_of_ours_waits_where_the_lab_calls_it(self):
        names = ("04_threadfence", "never_unlocks", "one thread at a time holds the lock")
        said = self.report(*names, "--json", "-")
        self.assertIn("host waits in cudaDeviceSynchronize in scenarios.cu:", said)
        self.assertNotIn("without debug information", said)


class Exploration(CommandTest):
    """Short schedules, and programs of which every schedule is run."""

    BEFORE = 16  # Executions before the exhaustive search.

    def explore(self, blocks, body, result, schedules):
        """The report and the record of this kernel with so many blocks of one thread, in a
        program that exits with `result`."""
        self.file = self.write(
            "program.cu",
            "#include <cuda_runtime.h>\n#include <cstdio>\n"
            "__device__ int a, b, seen[8];\n"
            f"__global__ void kernel() {{\n{body}}}\nint main() {{\n"
            f"  kernel<<<{blocks}, 1>>>();\n  int a_now = 0, b_now = 0, saw[8] = {{}};\n"
            "  if (cudaDeviceSynchronize() != cudaSuccess) return 9;\n"
            "  cudaMemcpyFromSymbol(&a_now, a, sizeof(int));\n"
            "  cudaMemcpyFromSymbol(&b_now, b, sizeof(int));\n"
            "  cudaMemcpyFromSymbol(saw, seen, sizeof saw);\n"
            f"  return {result};\n}}\n",
        )
        record = self.folder / "record.json"
        words = ["run", self.file, "--json", record, "--schedules", str(schedules)]
        ended = gridlock(*words)
        self.assertTrue(record.exists(), ended.stderr)
        return ended.stdout, self.parse(record.read_text())

    def replay(self, schedule):
        return gridlock("replay", self.file, schedule)

    def test_of_a_small_program_every_schedule_is_run_and_that_is_said(self):
        said, record = self.explore(3, "atomicAdd(&a, 1);\n", "a_now != 3", 64)
        # The 6 orders of the three additions; the host goes on before or after the first.
        count = self.BEFORE + 2 * 6
        self.holds(record, verdict="passed", exhaustive=True, schedules=count)
        self.assertIn("no other one would differ", said)
        apart = "atomicAdd(blockIdx.x ? &a : &b, 1);\n"
        record = self.explore(2, apart, "a_now != 1", 64)[1]
        self.holds(record, exhaustive=True, schedules=self.BEFORE + 2)

    def test_what_was_cut_or_is_not_covered_is_not_said_to_be_exhaustive(self):
        add = "atomicAdd(&a, 1);\n"
        for blocks, body in [
            (3, "for (int i = 0; i < 8; ++i) " + add),
            (2, "if (clock64() >= 0) " + add),
            (9, add),  # These do not fit the modelled device at once.
        ]:
            self.holds(self.explore(blocks, body, "0", 20)[1], exhaustive=False)

    def test_a_schedule_with_many_switches_is_reduced_to_the_one_that_it_takes(self):
        # A lost update among many operations that do not matter.
        others = "for (int i = 0; i < 10; ++i) atomicAdd(&seen[blockIdx.x], 1);\n"
        lost = "const int before = atomicAdd(&a, 0);\natomicExch(&a, before + 1);\n"
        record = self.explore(2, others + lost + others, "a_now != 2", 60)[1]
        self.assertEqual(record["verdict"], "wrong_result")
        token = record["replay"].split(":")[-2]
        self.assertEqual((token[0], token.count("_")), ("c", 1), token)
        once, again = (self.replay(record["replay"]).stdout for _ in range(2))
        self.says(once, "exit code 1", "2 switches between threads")
        self.assertEqual(once, again)

    def test_schedules_by_seed_and_number_are_still_understood(self):
        record = self.explore(2, "a = 1 + blockIdx.x;\n", "0", 20)[1]
        self.assertEqual(record["verdict"], "data_race")
        before = ":".join(record["replay"].split(":")[:-2]) + ":"

        def said_of(token):
            said = (before + token).encode()  # Hashed as grader/common/hash.h says.
            digest = hashlib.sha256(len(said).to_bytes(8, "little") + said).hexdigest()
            ended = self.replay(f"{before}{token}:{digest[:6]}")
            return ended.stdout + ended.stderr

        for token in ("s1.3w", "s1.4pw", "s7.12k80w", "cw"):
            self.assertIn("data_race", said_of(token), token)
        for token in ("x", "s1", "s1.", "s1.2q", "c_", "c_1-0-0.1~"):
            self.assertIn("' is not a", said_of(token), token)


# How strongly two accesses of a thread are ordered: not at all, by release and acquire, or by
# fence.sc.
UNORDERED, ACQUIRE_RELEASE, SEQUENTIAL = range(3)
# How strongly each fence orders two accesses, seen from another block.
FENCES = {
    "none": UNORDERED,
    "block": UNORDERED,
    "device": SEQUENTIAL,
    "system": SEQUENTIAL,
    "fence_acq_rel": ACQUIRE_RELEASE,
    "fence_seq_cst": SEQUENTIAL,
}
FORMS = [(access, *row) for access in ("volatile", "relaxed") for row in FENCES.items()]
FORMS += [("acq_rel", "none", ACQUIRE_RELEASE), ("seq_cst", "none", SEQUENTIAL)]
# The weakest order that forbids a shape's weak outcome.
SHAPES = dict.fromkeys(("CoRR", "CoWW", "CoRW", "CoWR"), UNORDERED)
SHAPES |= dict.fromkeys(("MP", "WRC", "ISA2", "LB", "S"), ACQUIRE_RELEASE)
SHAPES |= dict.fromkeys(("SB", "R", "IRIW", "2+2W"), SEQUENTIAL)


class Litmus(CommandTest):
    """What the memory model forbids never comes about, and what it allows does, except reads
    from the future, as in load buffering (LB), which the simulator cannot show."""

    def comes_about(self, access, fence, place, shapes, schedules):
        """Whether some schedule ends with the weak outcome of one of the shapes."""
        words = ["run", HERE / "litmus/litmus.cu", "--schedules", str(schedules), "--"]
        ended = gridlock(*words, access, fence, place, *shapes)
        passed = re.search("(?m)^passed: ", ended.stdout)
        is_weak = re.search("stale_value: |wrong_result: ", ended.stdout)
        self.assertNotEqual(bool(passed), bool(is_weak), ended.stdout + ended.stderr)
        self.assertEqual(ended.returncode, 1 if is_weak else 0)
        return bool(is_weak)

    def test_between_blocks_what_the_model_forbids_never_comes_about(self):
        for access, fence, strength in FORMS:
            forbidden = [shape for shape, by in SHAPES.items() if strength >= by]
            weak = self.comes_about(access, fence, "blocks", forbidden, 250)
            self.assertFalse(weak, (access, fence))

    def test_within_a_block_fences_of_block_scope_are_as_good_as_wide_ones(self):
        for access in ("volatile", "relaxed"):
            for fence in ("block", "device"):
                weak = self.comes_about(access, fence, "block", SHAPES, 250)
                self.assertFalse(weak, (access, fence))
        self.assertTrue(self.comes_about("volatile", "none", "block", ["SB"], 1000))

    def test_what_the_model_allows_comes_about(self):
        for access, fence, strength in FORMS:
            for shape, by in SHAPES.items():
                if strength < by and shape != "LB":
                    weak = self.comes_about(access, fence, "blocks", [shape], 6000)
                    self.assertTrue(weak, (access, fence, shape))


class Library(CommandTest):
    """The functions whose accesses the simulator records, each by itself: library/calls.cu."""

    # CUDA's functions for device code.
    OF_DEVICES = (
        "memcpy memmove memset printf sincos sincosf modf modff frexp frexpf remquo "
        "remquof nan nanf"
    ).split()
    # Functions without memory arguments, those of host threads (programs/host_threads.cu
    # tests them), and those that follow pointers in objects (files in grader/hostile test
    # them).
    LEFT_OUT = (
        r"(?:fputc|putc|fflush|malloc|calloc|free|__dynamic_cast)$|__cxa_|_Zn|_Zd|"
        r"pthread_|_ZNK?St|_ZSt"
    )

    def said_of(self, *words):
        file = HERE / "library/calls.cu"
        ended = gridlock("run", file, "--schedules", "1", "--", *words)
        return ended.stdout + ended.stderr

    def test_what_each_recorded_function_touches_is_seen_or_is_not_for_device_code(self):
        listed = (SOURCE / "grader/build/allowed_symbols.txt").read_text()
        section = re.search(r"(?ms)^\[recorded\]\n(.*?)(?=^\[|\Z)", listed)[1]
        names = re.sub("(?m)^ *#.*", "", section).split()
        libraries = [ctypes.CDLL(f"lib{name}") for name in ("c.so.6", "m.so.6")]
        libraries.append(ctypes.CDLL("libstdc++.so.6"))
        calls = 0
        for name in names:
            is_here = any(hasattr(library, name) for library in libraries)
            if re.match(self.LEFT_OUT, name) or not is_here:
                continue
            with self.subTest(name):
                calls += 1
                by_host = "bad_access: Host code accesses device memory"
                self.assertIn(by_host, self.said_of(name))
                by_device = "outside every allocation"
                if name not in self.OF_DEVICES:
                    by_device = (
                        f"api_error: device code uses {name}, which CUDA provides for"
                    )
                self.assertIn(by_device, self.said_of(name, "device"))
        self.assertGreaterEqual(calls, 60)


if __name__ == "__main__":
    main()
