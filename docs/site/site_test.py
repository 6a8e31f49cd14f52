"""Tests of what the documentation is made with; they need Python alone."""

import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import directives  # noqa: E402
import links  # noqa: E402
import markdown  # noqa: E402
import pages  # noqa: E402

ROOT = pages.repository_root()


def convert(text, name="a", children=(), targets=None):
    page = pages.Page(name, text, f"text/{name}.md")
    every = {f"text/{name}.md": name, "text/b.md": "b", **(targets or {})}
    return markdown.Converter(page, every, set(children)).convert(text)


class Markdown(unittest.TestCase):
    def test_headings_get_the_anchors_that_github_gives(self):
        self.assertEqual(
            convert("# T\n\n## What `it` is: a test"),
            "# T {#a}\n\n## What it is: a test {#a_what-it-is-a-test}",
        )

    def test_only_the_first_of_two_headings_has_the_anchor(self):
        self.assertEqual(convert("# T\n## x\n## x"), "# T {#a}\n## x {#a_x}\n## x")

    def test_links_lead_to_pages(self):
        self.assertEqual(convert("[it](b.md#some-part)"), "[it](b.html#b_some-part)")
        self.assertEqual(convert("[`it`](#part)"), "[`it`](a.html#a_part)")
        self.assertEqual(convert("[it](https://x.org/b.md)"), "[it](https://x.org/b.md)")

    def test_a_link_may_go_over_the_end_of_a_line(self):
        self.assertEqual(convert("see [two\nwords](b.md)."), "see [two\nwords](b.html).")
        self.assertEqual(convert("`a\n[x](b.md)`"), "`a\n[x](b.md)`")

    def test_a_file_without_a_page_is_named(self):
        self.assertEqual(convert("[it](../grader/x.md)"), "it (`grader/x.md`)")

    def test_the_first_link_to_a_child_puts_it_into_the_tree(self):
        self.assertEqual(
            convert("[B](b.md) [B](b.md)", children=["b"]), '\\subpage b "B" [B](b.html)'
        )

    def test_the_start_page_lists_its_children_in_its_table(self):
        converted = convert("[B](b.md)\n| [B](b.md) |", "index", ["b"])
        self.assertEqual(converted, '[B](b.html)\n| \\subpage b "B" |')

    def test_code_stays_as_it_is(self):
        text = "```text\n# no heading [x](b.md)\n```"
        self.assertEqual(convert(text), text)
        self.assertEqual(convert("`[x](b.md)`"), "`[x](b.md)`")
        self.assertEqual(convert("```cuda\nint x;\n```"), "```{.cpp}\nint x;\n```")


class Links(unittest.TestCase):
    def wrong_in(self, html):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "a.html").write_text(html)
            (folder / "b.html").write_text('<h2 id="part">B</h2>')
            return links.dead_links(folder)

    def test_what_is_there_is_fine(self):
        self.assertEqual(
            self.wrong_in(
                '<a href="b.html#part">b</a><a href="#">top</a>'
                '<a href="https://nowhere.invalid/">far</a>'
            ),
            [],
        )

    def test_a_missing_page_or_anchor_or_picture_is_said(self):
        self.assertIn("no such file", self.wrong_in('<a href="c.html">c</a>')[0])
        self.assertIn("no such anchor", self.wrong_in('<a href="b.html#x">b</a>')[0])
        self.assertIn("no such file", self.wrong_in('<img alt="x" src="x.png">')[0])

    def test_a_picture_needs_a_description(self):
        self.assertIn("no description", self.wrong_in('<img src="b.html">')[0])


class Directives(unittest.TestCase):
    def expand(self, line, program="/bin/true"):
        with tempfile.TemporaryDirectory() as out:
            maker = directives.Maker(ROOT, program, pathlib.Path(out), pathlib.Path(out))
            return maker.expand(pages.Page("a", "# T\n" + line, "text/a.md"))

    def test_what_cannot_be_made_names_page_and_line(self):
        for line in (
            "<!-- nonsense: x -->",
            "<!-- code: no/such/file.cu -->",
            "<!-- code: docs/examples/message_by_volatile.cu [no_marker] -->",
            "<!-- section: docs/path.md No such heading -->",
            "<!-- run exit=1: list -->",
            "<!-- run lines=5-6: list -->",
            "<!-- run wrong=1: list -->",
        ):
            with self.assertRaisesRegex(pages.Problem, r"text/a\.md:2: ", msg=line):
                self.expand(line)

    def test_a_part_of_a_file_is_cut_out_between_its_markers(self):
        text = self.expand("<!-- code: docs/examples/message_by_fence.cu [kernel] -->")
        self.assertIn("```cuda\n__global__ void pass(", text)
        self.assertNotIn("main", text)

    def test_a_call_is_shown_with_its_output(self):
        text = self.expand("<!-- run lines=1-1: one two -->", "/bin/echo")
        self.assertIn("```text\n$ ./gridlock one two\none two\n```", text)

    def test_what_needs_a_folder_is_left_out_without_it(self):
        self.assertEqual(self.expand("<!-- code needs=no_such_folder: x -->"), "# T")
        self.assertIn("```", self.expand("<!-- code needs=docs: docs/README.md -->"))

    def test_the_table_of_banks_has_every_lab(self):
        text = self.expand("<!-- recorded: banks -->")
        for lab in pages.labs_of(ROOT):
            self.assertIn(f"| `{lab.name}` |", text)
        if (ROOT / "solutions/01_last_block/bank_h200.csv").exists():
            self.assertRegex(text, r"`01_last_block` \| \d+ \| 61 \| 17 \|")

    def test_the_last_comment_of_a_bank_names_the_gpu_as_slides_show_it(self):
        for file in ROOT.glob("solutions/*/bank_h200.csv"):
            comments = [line for line in file.read_text().splitlines() if line[:1] == "#"]
            self.assertIn("NVIDIA H200, driver", comments[-1], file)

    def test_the_table_of_ladders_says_what_each_rung_says_but_where_it_is_timed(self):
        with tempfile.TemporaryDirectory() as name:
            ladder = pathlib.Path(name) / "solutions/90_x/ladder"
            ladder.mkdir(parents=True)
            (ladder / "up.cu").write_text(
                "// It is\n// new.\n//\n// timed in: main\n// overlay\n"
                "// without: f\n\nint x;\n"
            )
            text = directives.Maker(pathlib.Path(name), "", "", "").make_recorded(
                "ladders"
            )
        self.assertEqual(text.split("\n")[2:], ["| `90_x/ladder/up` | It is new. |"])

    def test_the_table_of_times_has_the_median_of_each_contestant_at_each_point(self):
        with tempfile.TemporaryDirectory() as name:
            results = pathlib.Path(name) / "labs/90_x/results"
            results.mkdir(parents=True)
            rows = ["# device: none", "contestant,kind,point,round,nanoseconds"]
            for contestant, kind, point, samples in (
                ("a", "peer", 16, (3, 1, 2000)),
                ("a", "peer", 0, (1500,)),
                ("b", "again", 0, (1,)),
                ("c", "ladder", 0, (1.25, 1.25)),
            ):
                rows += [
                    f"{contestant},{kind},{point},{i},{x}" for i, x in enumerate(samples)
                ]
            (results / "h200.csv").write_text("\n".join(rows))
            maker = directives.Maker(pathlib.Path(name), "", "", "")
            self.assertEqual(
                maker.make_recorded("times 90_x").split("\n"),
                [
                    "| nanoseconds | 0 | 16 |",
                    "|---|---:|---:|",
                    "| `a` | 1,500 | 3.0 |",
                    "| `c` | 1.2 |  |",
                ],
            )
            with self.assertRaisesRegex(directives.Problem, "91_y has no recorded times"):
                maker.make_recorded("times 91_y")

    def test_a_labs_experiments_and_their_timelines_are_drawn_as_recorded(self):
        with tempfile.TemporaryDirectory() as name:
            root, out = pathlib.Path(name), pathlib.Path(name) / "out"
            results = root / "labs/90_x/results"
            for folder in (results, out):
                folder.mkdir(parents=True)
            script = (
                "import pathlib, sys\n"
                "out, data = map(pathlib.Path, sys.argv[1:])\n"
                "out.write_text(data.read_text())\n"
                "print(out.read_text(), 'is\\nfast')\n"
                "if 'order' not in data.stem:\n"
                "    second = out.with_name(out.stem + '_timeline.svg')\n"
                "    second.write_text('')\n"
                "    print(f'The timeline: {second}\\nblocks wait')\n"
            )
            for suffix, text in (("", "a"), ("_ordered", "b")):
                (root / f"labs/90_x/plot{suffix}.py").write_text(script)
                (results / f"h200{suffix}.csv").write_text(text)
            maker = directives.Maker(root, "", "", out)
            with unittest.mock.patch(
                "directives.plotting_python", lambda: sys.executable
            ):
                for line, file, words in (
                    ("90_x", "90_x_times", "a is fast"),
                    ("90_x ordered", "90_x_ordered_times", "b is fast"),
                    ("90_x timeline", "90_x_times_timeline", "blocks wait"),
                ):
                    self.assertIn(
                        f'<img src="{file}.svg" alt="{words}"/>', maker.make_plot(line)
                    )
                with self.assertRaisesRegex(
                    directives.Problem, "no timeline is recorded"
                ):
                    maker.make_plot("90_x ordered timeline")

    def test_the_head_of_a_file_becomes_a_cell(self):
        with tempfile.TemporaryDirectory() as name:
            file = pathlib.Path(name) / "a.cu"
            file.write_text(
                "// In place of f_g(), one | two:\n// see b.cu.\n\n// Not this.\n"
            )
            self.assertEqual(
                directives.comment_at_head(file),
                "In place of `f_g()`, one \\| two: see b.cu.",
            )

    def test_long_lists_of_a_record_are_shortened(self):
        self.assertEqual(
            directives.shortened({"a": ["1", "2", "3"], "block": [1, 2, 3]}),
            {"a": ["1", "2", "... 1 more"], "block": [1, 2, 3]},
        )


class Repository(unittest.TestCase):
    def test_every_mistake_that_a_page_names_is_in_the_bank(self):
        if not (ROOT / "solutions").is_dir():
            self.skipTest("this tree has no solutions")
        for page in sorted((ROOT / "docs").glob("*.md")):
            for lab, name in re.findall(r"`(\d\d_\w+)/(\w+)`", page.read_text()):
                self.assertTrue(
                    (ROOT / f"solutions/{lab}/mistakes/{name}.cu").exists(),
                    f"{page.name} names {lab}/{name}",
                )

    def test_a_mistake_is_named_with_its_verdict(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "solutions/01_a/mistakes"
            folder.mkdir(parents=True)
            (folder / "b.cu").write_text("// expect: data_race, stale_value\n// Story.\n")
            text = pages.with_verdicts(pathlib.Path(name), "`01_a/b`, `01_a/c`")
        self.assertEqual(
            text,
            "[`01_a/b`](../solutions/01_a/mistakes#b) "
            "(data_race, stale_value), `01_a/c`",
        )

    def test_what_a_mistake_changes_is_shown(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name) / "solutions/01_a/mistakes"
            folder.mkdir(parents=True)
            (folder / "b.cu").write_text(
                "// expect: data_race\n// No f_g(): none\n// at all.\n// overlay\n"
                "// without: g\n\nint f() {\n  return 1;\n}\n"
            )
            changed = (
                "Without `g` of the reference.\n\n"
                "```cuda\nint f() {\n  return 1;\n}\n```"
            )
            page = pages.differences(pathlib.Path(name), "01_a")
            self.assertIn(
                "## b\n\nNo `f_g()`: none at all. (data_race)\n\n" + changed, page.text
            )
            museum = pages.with_verdicts(
                pathlib.Path(name), "`01_a/b`\n\n**In the bank:** `01_a/b`.\n\nEnd."
            )
            self.assertEqual(museum.count("```cuda"), 1)
            self.assertIn("(data_race).\n\n" + changed + "\n\nEnd.", museum)
            long = "int x;\n" * 33
            (folder / "b.cu").write_text("// expect: data_race\n// overlay\n\n" + long)
            self.assertNotIn(
                "```",
                pages.with_verdicts(pathlib.Path(name), "**In the bank:** `01_a/b`."),
            )

    def test_every_page_is_listed(self):
        listed = {name for name, _ in pages.WRITTEN} | {"README"}
        self.assertEqual(listed, {page.stem for page in (ROOT / "docs").glob("*.md")})

    def test_what_is_drawn_of_barriers_stands_in_the_sheets(self):
        with open(ROOT / "docs/results/barrier_h200.csv", encoding="utf-8") as file:
            rows = list(csv.DictReader(line for line in file if not line.startswith("#")))
        self.assertEqual(len(rows), 5)
        for row in rows:
            sheet = (ROOT / "labs" / row["sheet"] / "README.md").read_text()
            self.assertRegex(sheet, rf"\b{row['nanoseconds']}\b", row)

    def test_nothing_is_asked_of_python_beyond_3_8(self):
        for script in (ROOT / "docs/site").glob("*.py"):
            subprocess.run(
                [
                    sys.executable,
                    "-c",
                    "import ast, sys; ast.parse(open("
                    "sys.argv[1]).read(), feature_version=(3, 8))",
                    str(script),
                ],
                check=True,
            )


if __name__ == "__main__":
    unittest.main()
