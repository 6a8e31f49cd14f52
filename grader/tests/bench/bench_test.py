"""`bench` and `plot` as far as they go without a GPU: the experiments run in the
simulator, and the pictures are of made-up samples.

    bench_test.py SOURCE BUILD [CLASS.TEST...]
"""

import re
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "fixture"))
from command import SOURCE, RealTest, main


def one_line(text):
    """The text with its wrapped lines joined again."""
    return re.sub(r"\n *\| *", " ", text)


class Bench(RealTest):
    state = None

    def test_the_labs_results_are_medians_not_samples_and_few_enough_to_read(self):
        texts = [file.read_text() for file in SOURCE.glob("labs/*/results/**/*.csv")]
        for text in texts:
            self.says_not(text, "contestant,kind,point,round,", "contestant,lane,")
        self.assertGreater(len(texts), 10)
        self.assertLessEqual(sum(text.count("\n") for text in texts), 2000)

    def test_the_simulators_clock_and_multiprocessors_are_those_of_one_device(self):
        # The test's own lab: its main experiment judges its results; `spans` returns
        # timelines, one of them unfit; in `numbers`, one contestant returns too few
        # numbers.
        self.root = SOURCE / "grader/tests/bench/data/tree"
        clocks = self.output("bench 90 --on sim")
        self.assertIn("when_and_where  right", clocks)
        self.assertNotIn("timeline", clocks)
        self.says(
            self.output("bench 90 --on sim --experiment spans", code=1),
            "yours, besides      right",
            "timeline of yours   right",
            'timeline of uneven  its timeline has 2 lanes, and 1 of "end"',
        )
        numbers = self.output("bench 90 --on sim --experiment numbers", code=None)
        self.says(numbers, "two         right", "yours       at 1: it returned 1 numbers")

    def test_without_a_gpu_it_says_so_and_writes_nothing(self):
        csv = self.folder / "x.csv"
        said = self.errors(f"bench 2 --csv {csv}", CUDA_VISIBLE_DEVICES="-1")
        self.says(said, "no NVIDIA GPU", "--on sim")
        self.assertFalse(csv.exists())
        self.assertFalse((self.folder / "s/bench").exists())

    def test_what_is_not_there_is_named(self):
        for line, said in [
            ("bench nine", "There is no lab"),
            ("plot nine", "There is no lab"),
            ("bench 2 --experiment no", "has no experiment"),
            ("bench 2 --on sim --submission no.cu", "no.cu"),
            ("plot 2 --data no.csv", "no.csv"),
        ]:
            with self.subTest(line):
                self.assertIn(said, self.errors(line))

    def test_without_any_samples_plot_says_who_records_them(self):
        self.root = self.folder / "root"
        lab = self.root / "labs/02_lock_barrier"
        lab.mkdir(parents=True)
        for name in ("lab.toml", "bench.cu", "plot.py", "lock_barrier.cu"):
            shutil.copy(SOURCE / "labs/02_lock_barrier" / name, lab)
        recorded = "No GPU result has been recorded for this experiment"
        self.assertIn(recorded, self.errors("plot 2"))


class Experiments(RealTest):
    state = None

    def test_every_experiment_runs_in_the_simulator_and_all_but_the_skeleton_are_right(
        self,
    ):
        for file in sorted(SOURCE.glob("labs/*/bench*.cu")):
            experiment = file.stem.removeprefix("bench").removeprefix("_") or "main"
            with self.subTest(file):
                line = f"bench {file.parent.name} --on sim --experiment {experiment}"
                said = self.output(line)
                self.assertIn("Nothing was measured", said)
                right = [row for row in said.splitlines() if row.endswith(" right")]
                self.assertGreaterEqual(len(right), 4)
                self.assertFalse([r for r in right if r.strip().startswith("yours")])
                has_timeline = "GRIDLOCK_SCENARIO(timeline" in file.read_text()
                self.assertEqual("timeline of reference" in said, has_timeline)

    def test_so_is_a_wrong_file_that_a_user_names(self):
        for lab, mistake in [
            (2, "02_lock_barrier/mistakes/no_fence"),
            (4, "04_threadfence/mistakes/fence_in_receivers_only"),
        ]:
            wrong = SOURCE / f"solutions/{mistake}.cu"
            line = f"bench {lab} --on sim --only yours --submission {wrong}"
            self.says(self.output(line, code=1), "yours", "data_race")


class Picture(NamedTuple):
    """What to plot, from which samples; what the words begin with and contain, and what the
    picture contains and lacks."""

    what: str
    samples: str
    title: str = ""
    said: tuple = ()
    drawn: tuple = ()
    absent: tuple = ()
    timeline: str = ""


HEAD = "# device: none\n# baseline: grid_sync\n# not measured: a\n# not measured: b\n"
TIMELINE_HEAD = "# lane: block\n# phases: works, waits\n"
COLUMNS = "# baseline: %s\ncontestant,kind,point,round,nanoseconds\n"
SPANS = "contestant,lane,begin_ns,end_ns,phase\n"
CUB = "cub,peer,1,0,100\ncub,peer,2,0,100\ncub,peer,4,0,100\ncub,peer,8,0,100\n"
TWO = COLUMNS % "reference" + "reference,reference,8,0,50\nyours,yours,8,0,60\n"
BARRIER_TIMES = """
yours,yours 1300 1833 2591
grid_sync,peer 1013 1404 1991
relaunch,peer 3936 5676 8106
reference,reference 1063 1493 2089
reference again,again 1053 1486 2099
naps,ladder 850 1205 1705
"""
FENCE_TIMES = """
yours,yours 2602 2642 2684 2879
reference,reference 2612 2655 2642 2897
reference again,again 2580 2582 2679 2868
release_acquire,ladder 1737 1682 1746 1976
threadfence,peer 423 435 476 637
threadfence_block,peer 8.9 9.5 10.7 15.4
acq_rel,peer 337 347 384 555
store_release,peer 302 323 362 535
load_acquire,peer 281 283 297 346
busy_threadfence,peer 895 935 1037 1378
grid_threadfence,peer 1428 1437 1537 1886
trip_in_flag,peer 1206 1206 1224 1180
"""
COPY_TIMES = """
yours,yours 12102 38214 26855550
reference,reference 10085 31845 22379620
reference again,again 10085 31845 22379620
four_buffers,ladder 10084 31400 21923100
memcpy_peer,peer 4010 6621 2688355
slower_half,peer 3082 23972 21477840
"""


def synthetic(device, baseline, points, times):
    """Made-up samples: each line of `times` has a contestant, its kind, and its time at each
    point; there are five rounds, each a per cent slower than the last."""
    rows = ""
    for line in times.strip().split("\n"):
        who, at_points = line.rsplit(" ", len(points))[0], line.split()[-len(points) :]
        for point, time in zip(points, at_points):
            for lap in range(5):
                rows += f"{who},{point},{lap},{float(time) * (98 + lap) / 100}\n"
    return f"# device: {device}\n" + COLUMNS % baseline + rows


NOBODY = "synthetic: nobody measured this"
# Timelines of 300 lanes, for a picture of barriers.
OF_BARRIER = (
    "# device: synthetic: nobody measured this\n# lane: multiprocessor\n"
    "# phases: works, waits\n" + SPANS
)
OF_BARRIER += "".join(
    f"yours,{lane},0,3000,works\nyours,{lane},3000,5000,waits\n"
    f"reference,{lane},0,2000,works\nreference,{lane},2000,2500,waits\n"
    for lane in range(0, 600, 2)
)
BARRIERS = [
    Picture(
        "2",
        synthetic(NOBODY, "grid_sync", (1, 2, 4), BARRIER_TIMES),
        "Yours is slower than grid.sync(), whatever the number of blocks per multiprocessor.\n",
        ("naps: 0.8", "of grid_sync's time"),
        ("yours", "ending the kernel", "the reference", "a nap between polls")
        + ("The reference: the course's solution, one counter",)
        + ("whiskers: 95 % interval of the median", "Yours is slower than grid.sync()")
        + ("synthetic: nobody measured this",),
        ("reference again",),
    ),
    # A roof, a contestant measured in two ways, and one (`none`) whose time is below the
    # noise.
    Picture(
        "2",
        COLUMNS % "yours" + "none,peer,8,0,0\n"
        'yours,yours,8,0,50\nyours,yours,9,0,60\n"yours, alone",yours,8,0,50\n'
        '"yours, alone",yours,9,0,60\nreading,roof,8,0,25\nreading,roof,9,0,30\n',
        said=("of reading's speed at 9: yours 50%, yours, alone 50%",),
        drawn=(">yours and yours, alone<", ">reading<"),
    ),
    # Times in microseconds.  A rung that is fastest somewhere is drawn; the other one is
    # only named.
    Picture(
        "2",
        COLUMNS % "reference" + "reference,reference,8,0,50000000\n"
        "quick,ladder,8,0,5000000\nslow,ladder,8,0,9000000\n",
        "Quick is faster than the reference with 8 blocks per multiprocessor.\n",
        ("the other rungs of the ladder: slow.",),
        (">quick<", ">10k<"),
        (">slow<",),
    ),
    Picture(
        "2",
        COLUMNS % "cub" + CUB + "yours,yours,1,0,90\nyours,yours,2,0,90\n"
        "yours,yours,4,0,101\nyours,yours,8,0,120\n",
        "Yours is faster than CUB's sum with up to 2 blocks per multiprocessor, as fast with "
        "4, slower with 8.\n",
    ),
    Picture(
        "2",
        COLUMNS % "cub" + CUB + "yours,yours,1,0,98\nyours,yours,8,0,102\n",
        "Yours is as fast as CUB's sum, whatever the number of blocks per multiprocessor.\n",
    ),
    Picture(
        "2",
        TWO,
        said=(
            "All blocks wait for the last to arrive, and the first leaves after another 2.5 "
            "microseconds with yours and 1.2 with the reference.\n",
            "yours: 300 lanes, ends after 5 microseconds; works 60%, waits 40% of the time",
        ),
        drawn=("works", "waits", "multiprocessor", "microseconds", "synthetic:"),
        timeline=OF_BARRIER,
    ),
    Picture(
        "2",
        TWO,
        said=("With yours some blocks leave before the last has arrived.",),
        timeline=OF_BARRIER + "yours,1,4000,4500,works\n",
    ),
]

SUMS = COLUMNS % "cub" + CUB + "read_roof,roof,1,0,50\nread_roof,roof,8,0,50\n"
SUMS += "reference,reference,1,0,100\nreference,reference,8,0,200\n"
QUARTER = "with 8 elements the reference reads at 25 % of the possible speed.\n"
COUNTS = ",most,most_whole,mean_thousandths,room\n"
KERNELS = (COLUMNS % "one_stream").removesuffix("\n") + COUNTS
KERNELS += "".join(
    f"one_stream,peer,{n},0,80,1,1,990,1\n"
    f"4_on_each,peer,{n},0,{80 // n},{n},2,900,{min(n, 3)}\n"
    for n in (1, 2, 4)
)


def over_bound(who, nanoseconds):
    return "".join(f"{who},{n},0,{nanoseconds * n}\n" for n in (1000, 3000))


KERNELS_AND_SUMS = [
    # Lab 01's picture shows fractions of the speed of a plain read alone.
    Picture(
        "1",
        SUMS + "two_kernels,peer,1,0,150\ntwo_kernels,peer,8,0,201\n",
        "A second kernel takes up to 50 % longer with 1 element or fewer; " + QUARTER,
        drawn=("speed, % of reading alone",),
    ),
    Picture(
        "1",
        SUMS + "two_kernels,peer,1,0,101\ntwo_kernels,peer,8,0,201\n",
        "A second kernel costs no time; " + QUARTER,
    ),
    # The axis has a place for 0 stores; the fences have CUDA's names.
    Picture(
        "4",
        synthetic(NOBODY, "reference", (0, 1, 4, 16), FENCE_TIMES),
        "__threadfence() takes longer after 16 stores than after none; in ",
        ("__threadfence(): 423 ns after 0, ",),
        (">0<", ">16<", ">__threadfence()<", ">__threadfence_block()<")
        + (">a store that releases<", ">yours<", ">others write<")
        + ("synthetic: nobody measured this",),
        ("reference again",),
    ),
    # Times relative to the bound, with the items as they come and sorted: one curve of
    # yours in each of the two panels, and none of strides, which have no samples.
    Picture(
        "5 --experiment lengths",
        COLUMNS % "bound"
        + over_bound("yours,yours", 150)
        + over_bound("bound,roof", 100)
        + over_bound('"yours, sorted",yours', 104)
        + over_bound("sorted_chunks,peer", 900),
        said=("yours: 1.500 at 1, 1.500 at 3", "yours, sorted: 1.040 at 1"),
        drawn=(">yours<", ">chunks in advance<", ">the bound<", ">longest first<"),
        absent=(">yours, sorted<", ">strides in advance<"),
    ),
    # How many kernels ran at once, and for how many there was room.
    Picture(
        "6",
        KERNELS,
        said=(
            "4_on_each: kernels at once 1 of 1 at 1, 2 of 2 at 2, 4 of 3 at 4; a block takes "
            "0.25 of the time at 4",
        ),
        drawn=(">all in one stream<", ">4 blocks on each<", "as many as fit)<"),
    ),
]

TWO_DEVICES = "# device: 2 x nothing\n"
COPIES = [
    # The rates of copies, beside the rate of the slower half of their path.
    Picture(
        "7",
        synthetic(
            "2 x synthetic H200: nobody measured this",
            "slower_half",
            (4096, 1 << 20, 1 << 30),
            COPY_TIMES,
        ),
        said=(
            "reference: 0.960 of slower_half's rate with 1G",
            "memcpy_peer: GB/s: 1.02 with 4K, 158 with 1M, 399 with 1G",
        ),
        drawn=("GB/s", "bytes per copy", "the slower half", "1G", "yours", "four buffers")
        + ("With 1 GiB yours copies 40 GB/s, 80\u00a0% of the rate of the slower half",)
        + ("synthetic H200: nobody measured",),
        absent=("reference again",),
    ),
    Picture(
        "7 --experiment handover",
        TWO_DEVICES + COLUMNS % "reference" + "reference,reference,1,0,3000\n"
        "reference,reference,2,0,5000\nhost_waits,peer,1,0,8000\nhost_waits,peer,2,0,9000\n",
        said=("reference, between two devices: 5.00 microseconds",),
        drawn=("5.00 between two",),
    ),
    Picture(
        "7 --experiment pipeline",
        TWO_DEVICES + COLUMNS % "reference" + "reference,reference,1,0,100\n"
        "reference,reference,2,0,110\nhost_waits,peer,1,0,100\nhost_waits,peer,2,0,220\n",
        said=(
            "host_waits: 1.00 at 1, 2.00 at 2 of reference's time",
            "reference: 2 lanes",
        ),
        drawn=("one station alone", "station"),
        timeline=TWO_DEVICES
        + "# baseline: reference\n# lane: station\n# phases: copies, works\n"
        + SPANS
        + "reference,0,0,10,copies\nreference,0,10,100,works\nreference,1,100,200,works\n",
    ),
]


class Plots(RealTest):
    state = None

    def plot(self, what, data, out, code=0):
        return self.run_line(
            f"plot {what} --data {data} --out {self.folder / out}", code=code
        )

    def write_samples(self):
        """Writes a file of samples, and a timeline beside it."""
        rows = (
            "grid_sync,peer,1,0,100,1980\ngrid_sync,peer,1,1,200,1981\n"
            "grid_sync,peer,1,2,300,1979\nreference,reference,1,2,600,1980\n"
            "reference,reference,1,0,150,1980\nreference,reference,1,1,260.125,1980\n"
            "naps,ladder,2,0,7,0\n"
        )
        spans = "not_drawn,0,0,30,works\nreference,7,5,25,waits\n"
        spans += "reference,0,0,10,works\nreference,0,20,30,works\n"
        self.write("x_timeline.csv", TIMELINE_HEAD + SPANS + spans)
        columns = "contestant,kind,point,round,nanoseconds,megahertz\n"
        return self.write("x.csv", HEAD + columns + rows)

    def test_medians_of_samples_are_recorded_with_their_head_and_draw_the_same_picture(
        self,
    ):
        def drawn(data, out):
            self.plot("2", self.folder / data, out)
            return (self.folder / out).read_text()

        self.write_samples()
        self.assertEqual(
            drawn("x.csv", "recorded.csv"),
            HEAD + "contestant,kind,point,samples,nanoseconds,nanoseconds_low,"
            "nanoseconds_high,megahertz,rate,rate_low,rate_high,ratio,ratio_low,"
            "ratio_high,of_reference,of_best\n"
            "grid_sync,peer,1,3,200,100,300,1980,0.005,0.003333333,0.01,1,1,1,0.6666667,\n"
            "reference,reference,1,3,260.125,150,600,1980,0.003844306,0.001666667,"
            "0.006666667,1.5,1.300625,2,1,\n"
            "naps,ladder,2,1,7,7,7,0,0.1428571,0.1428571,0.1428571,,,,,1\n",
        )
        timeline = "lane,reference: waits,reference: works\n0,,0-10\n0,,20-30\n7,5-25,\n"
        recorded = (self.folder / "recorded_timeline.csv").read_text()
        self.assertEqual(recorded, TIMELINE_HEAD + timeline)
        raw, medians = drawn("x.csv", "raw.svg"), drawn("recorded.csv", "medians.svg")
        self.assertEqual(raw, medians)
        names = ("raw_timeline.svg", "medians_timeline.svg")
        self.assertEqual(*((self.folder / name).read_text() for name in names))

    def test_medians_never_take_the_place_of_the_samples_that_they_are_from(self):
        file = self.write_samples()
        before = file.read_text()
        said = self.plot("2", file, "x.csv", code=3).stderr
        self.assertIn("name another one to write", one_line(said))
        self.assertEqual(file.read_text(), before)

    def test_a_labs_picture_says_in_words_what_it_draws_and_draws_that(self):
        for picture in BARRIERS + KERNELS_AND_SUMS + COPIES:
            with self.subTest(picture.what, title=picture.title):
                timeline = self.folder / "x_timeline.csv"
                data = self.write("x.csv", picture.samples)
                timeline.unlink(missing_ok=True)
                if picture.timeline:
                    timeline.write_text(picture.timeline)
                said = self.plot(picture.what, data, "plot.svg").stdout
                self.assertEqual(said[: len(picture.title)], picture.title)
                self.says(said, *picture.said)
                self.assertEqual("timeline" in said, bool(picture.timeline))
                svg = (self.folder / "plot.svg").read_text()
                self.assertNotIn("#16191d", svg)  # The second file is for dark paper.
                self.assertIn("#16191d", (self.folder / "plot-dark.svg").read_text())
                if picture.timeline:
                    svg += (self.folder / "plot_timeline.svg").read_text()
                self.says(svg, *picture.drawn)
                self.says_not(svg, *picture.absent)

    def test_without_samples_of_ones_own_a_picture_shows_the_labs_recorded_ones(self):
        out = self.folder / "plot.svg"
        said = self.output(f"plot 2 --out {out}")
        self.assertIn("Nothing was measured here yet; this picture shows", said)
        self.assertIn("NVIDIA H200", out.read_text())

    def test_recorded_samples_are_not_compared_with_themselves(self):
        recorded = SOURCE / "labs/02_lock_barrier/results/h200.csv"
        text = recorded.read_text()
        for data, compared in [
            (recorded, False),
            (self.write("copy.csv", text), False),
            (self.write("other.csv", text + "\n"), True),
        ]:
            with self.subTest(data):
                self.plot("2", data, "plot.svg")
                svg = (self.folder / "plot.svg").read_text()
                self.assertEqual("the reference on" in svg, compared)
                self.assertEqual(svg.count(">16<"), 1)  # No tick is drawn twice.

    def test_samples_that_say_too_little_for_a_picture_are_refused(self):
        for lab, rows, says in [
            ("2", "", "holds no samples"),
            ("6", "reference,peer,1,0,1\n", "does not say how many kernels"),
        ]:
            data = self.write("x.csv", COLUMNS % "reference" + rows)
            said = self.plot(lab, data, "x.svg", code=3).stderr
            self.assertIn(says, one_line(said))


if __name__ == "__main__":
    main()
