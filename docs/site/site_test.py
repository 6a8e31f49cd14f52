"""Tests of what the documentation is made with; they need Python alone."""

import base64
import contextlib
import csv
import gzip
import json
import os
import pathlib
import re
import runpy
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import bank  # noqa: E402
import book  # noqa: E402
import expand  # noqa: E402
import recorded  # noqa: E402
from bank import ROOT  # noqa: E402

LABS = sorted(file.parent.name for file in ROOT.glob("labs/[0-9][0-9]_*/lab.toml"))


def told(verdict, story="S.", without=()):
    """What the program says of a mistake."""
    return {"verdict": verdict, "story": story, "without": without}


@contextlib.contextmanager
def tree(bank={}):
    """An empty repository, to which a test adds files; `bank` is what the program says of its
    mistakes."""
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        with unittest.mock.patch.multiple("bank", ROOT=root, told_by=lambda _: bank):
            yield root


class Addresses(unittest.TestCase):
    def test_all_pages_lie_in_one_folder(self):
        for page, name in (
            ("docs/README", "index.html"),
            ("docs/memory_model", "memory_model.html"),
            ("docs/bank/01_last_block", "bank_01.html"),
            ("labs/01_last_block/README", "lab_01.html"),
            ("labs/01_last_block/last_block.cu", "lab_01_last_block_cu.html"),
        ):
            self.assertEqual(book.address(page), name)


class Comments(unittest.TestCase):
    def expand(self, line, program="/bin/true"):
        with unittest.mock.patch.dict("os.environ", GRIDLOCK=program):
            return expand.expand("text/a.md", "# T\n" + line, vars(expand))

    def test_what_cannot_be_made_names_page_and_line(self):
        for line in (
            "<!-- nonsense: x -->",
            "<!-- section: docs/path.md No such heading -->",
            "<!-- recorded: nonsense -->",
            "<!-- run: list\nexit: 1\n-->",
            "<!-- run: list\nwrong: 1\n-->",
        ):
            with self.assertRaisesRegex(expand.Wrong, r"text/a\.md:2: ", msg=line):
                self.expand(line)

    def test_a_part_of_a_file_is_cut_out_between_its_markers(self):
        text = self.expand("<!-- code: docs/examples/message_by_fence.cu [kernel] -->")
        self.assertIn("```{literalinclude} /docs/examples/message_by_fence.cu\n", text)
        self.assertIn(':start-after: "// [kernel]"\n:end-before: "// [kernel]"', text)

    def test_a_call_is_shown_with_its_output(self):
        text = self.expand("<!-- run: one two\nlines: 1\n-->", "/bin/echo")
        self.assertIn("```console\n$ ./gridlock one two\none two\n```", text)

    def test_a_program_is_linked_to_the_page_where_that_lies_beside_the_book(self):
        line = "<!-- run: run docs/examples/lock.cu -->"
        self.assertNotIn("page/", self.expand(line, "/bin/echo"))
        with unittest.mock.patch.dict("os.environ", GRIDLOCK_PAGE="1"):
            shown = self.expand(line, "/bin/echo")
        packed = re.search(r'index.html\?lab=&amp;file=lock#(.*?)">lock.cu</a>', shown)[1]
        text = gzip.decompress(base64.b64decode(packed)).decode()
        self.assertEqual(text, (ROOT / "docs/examples/lock.cu").read_text())

    def test_a_report_keeps_the_colours_of_a_terminal(self):
        with tempfile.TemporaryDirectory() as name:
            program = pathlib.Path(name) / "program"
            program.write_text(
                "#!/bin/sh\nprintf 'x\\n1a  \\033[1;31mF<\\033[0m b\\nend'\n"
            )
            program.chmod(0o755)
            text = self.expand("<!-- report: a\nfrom: 1a\nuntil: end\n-->", str(program))
        self.assertIn(
            '<pre class="report">1a  <span class="ansi-1 ansi-31">F&lt;</span>'
            '<span class="ansi-0"> b</span></pre>',
            text,
        )

    def test_a_figure_is_drawn_for_light_and_for_dark_pages(self):
        rules = "@media (prefers-color-scheme: dark) {\n  a {}\n}\n"
        with tree() as root:
            (root / "docs/figures").mkdir(parents=True)
            (root / "docs/figures/x.svg").write_text(f"<svg>{rules}</svg>")
            text = expand.draw("![What it\nshows](../figures/x.svg)\n")
        for kind, svg in (("light", "<svg></svg>"), ("dark", "<svg>  a {}\n</svg>")):
            data = base64.b64encode(svg.encode()).decode()
            self.assertIn(
                f'<img class="figure only-{kind}" alt="What it shows" '
                f'src="data:image/svg+xml;base64,{data}">',
                text,
            )

    def test_what_needs_a_folder_is_left_out_without_it(self):
        line = "<!-- code: docs/README.md\nneeds: {}\n-->"
        self.assertEqual(self.expand(line.format("no_such_folder")), "# T\n")
        self.assertIn("```", self.expand(line.format("docs")))

    def test_the_table_of_banks_has_every_lab(self):
        text = self.expand("<!-- recorded: banks -->")
        for lab in LABS:
            self.assertIn(f"| `{lab}` |", text)
        if (ROOT / "solutions/01_last_block/bank_h200.csv").exists():
            self.assertRegex(text, r"`01_last_block` \| \d+ \| 61 \| 17 \|")

    def test_the_table_of_the_corpus_links_threads_and_says_why_one_was_missed(self):
        with tree() as root:
            folder = root / "docs/corpus"
            folder.mkdir(parents=True)
            (folder / "misses.txt").write_text("b/after.cu timeout It is slow.\n")
            (folder / "table.csv").write_text(
                "name,thread,expected,before,after,schedules before\n"
                "a,x/y#1,data_race,data_race,passed,3\n"
                "b,x/z#2,deadlock,deadlock,timeout,4\n"
            )
            text = expand.make_recorded("corpus").rstrip()
        link = "https://github.com/x"
        self.assertEqual(
            text.split("\n")[2:],
            [
                f"| `a` [x/y#1]({link}/y/issues/1) | data_race | 3 |",
                f"| `b` [x/z#2]({link}/z/issues/2) | deadlock | 4 |",
                "",
                "- `b/after.cu`: timeout. It is slow.",
            ],
        )

    def test_the_programs_and_the_misses_of_the_corpus_are_those_of_its_table(self):
        folder = ROOT / "docs/corpus"
        rows = {row["name"]: row for row in recorded.read_csv(folder / "table.csv")}
        folders = {file.parent.name for file in folder.glob("*/before.cu")}
        self.assertEqual(set(rows), folders)
        wrong = {
            f"{name}/before.cu": row["before"]
            for name, row in rows.items()
            if row["before"] != row["expected"]
        }
        wrong |= {
            f"{name}/after.cu": row["after"]
            for name, row in rows.items()
            if row["after"] != "passed"
        }
        lines = (folder / "misses.txt").read_text().splitlines()
        self.assertEqual(wrong, dict(line.split(" ", 2)[:2] for line in lines))

    def test_the_last_comment_of_a_bank_names_the_gpu_as_slides_show_it(self):
        for file in ROOT.glob("solutions/*/bank_h200.csv"):
            comments = [line for line in file.read_text().splitlines() if line[:1] == "#"]
            self.assertIn("NVIDIA H200, driver", comments[-1], file)

    def test_the_list_of_ladders_says_what_each_rung_says_but_where_it_is_timed(self):
        with tree({"90_x/up": told("", "It is new.")}):
            text = expand.make_recorded("ladders")
        self.assertEqual(text, "- `90_x/ladder/up`: It is new.")

    def test_a_labs_experiments_and_their_timelines_are_drawn_as_recorded(self):
        with tree() as root:
            out = root / "out"
            results = root / "labs/90_x/results"
            for folder in (results, out):
                folder.mkdir(parents=True)
            script = (
                "import pathlib, sys\n"
                "out, data = map(pathlib.Path, sys.argv[1:])\n"
                "out.write_text(data.read_text())\n"
                "print(out.read_text(), 'is <fast>.\\nIt flies.')\n"
                "if 'order' not in data.stem:\n"
                "    second = out.with_name(out.stem + '_timeline.svg')\n"
                "    second.write_text('')\n"
                "    print(f'The timeline: {second}\\nblocks wait')\n"
            )
            for suffix, text in (("", "a"), ("_ordered", "b")):
                (root / f"labs/90_x/plot{suffix}.py").write_text(script)
                (results / f"h200{suffix}.csv").write_text(text)
            with unittest.mock.patch.dict(
                "os.environ", GRIDLOCK_PYTHON=sys.executable, GRIDLOCK_PICTURES=str(out)
            ):
                for line, file, finding, rest in (
                    ("90_x", "90_x_times", "a is &lt;fast&gt;.", " It flies."),
                    (
                        "90_x ordered",
                        "90_x_ordered_times",
                        "b is &lt;fast&gt;.",
                        " It flies.",
                    ),
                    ("90_x timeline", "90_x_times_timeline", "blocks wait", ""),
                ):
                    said = expand.make_plot(line)
                    self.assertIn(f"<figcaption>{finding}</figcaption>", said)
                    for kind, ending in (("light", ""), ("dark", "-dark")):
                        self.assertIn(
                            f'<picture class="only-{kind}"><source media="(max-width: '
                            f'600px)" srcset="phone_{file}{ending}.svg"/>'
                            f'<img src="{file}{ending}.svg" alt="{finding}{rest}"/>',
                            said,
                        )
                        for prefix in ("", "phone_"):
                            if "timeline" not in file:
                                self.assertTrue((out / f"{prefix}{file}.svg").exists())
                with self.assertRaises(ValueError):
                    expand.make_plot("90_x ordered timeline")
                (root / "labs/90_x/plot_broken.py").write_text("raise SystemExit(3)")
                with self.assertRaisesRegex(RuntimeError, "plot_broken.py.*: 3"):
                    expand.make_plot("90_x broken")

    def test_a_player_shows_neither_the_solution_nor_what_comes_of_a_program(self):
        head = {
            "first": 1,
            "lines": ["// expect: data_race", "// It breaks.", "", "// x"],
        }
        later = {"first": 9, "lines": ["// A comment.", "  // [host]"]}
        reference = {"first": 3, "lines": ["solve();"]}
        version = {
            "sources": [
                {"name": "a.cu", "own": True, "parts": [head, later]},
                {"name": "reference.cu", "own": False, "parts": [reference]},
            ]
        }
        shown = json.loads(
            json.dumps({**version, "repaired": version}),
            object_hook=expand.without_answers,
        )
        for each in (shown, shown["repaired"]):
            own, theirs = each["sources"]
            self.assertEqual(own["parts"][0], {"first": 4, "lines": ["// x"]})
            self.assertEqual(own["parts"][1]["lines"], ["// A comment.", ""])
            self.assertEqual(own["own"], False)
            self.assertEqual(theirs, {"name": "the solution", "parts": [], "own": False})

    def test_code_in_the_head_of_a_file_is_marked(self):
        with tree({"a": told("", "In place of f_g(), one | two: h()'s, see b.cu.")}):
            self.assertEqual(
                bank.story_of("mistakes", "a"),
                "In place of `f_g()`, one | two: `h()`'s, see b.cu.",
            )

    def test_long_lists_of_a_record_are_shortened(self):
        self.assertEqual(
            expand.shortened({"a": ["1", "2", "3"], "block": [1, 2, 3]}),
            {"a": ["1", "2", "... 1 more"], "block": [1, 2, 3]},
        )


class Search(unittest.TestCase):
    def test_it_knows_the_classes_of_the_interfaces(self):
        row = '<a class="el" href="%s.html" target="_self">%s</a></td><td class="desc">%s</td>'
        rows = [
            ("namespacea", "a", ""),
            ("classa_1_1B", "B", "Has <code>x &lt; 1</code> "),
            ("structa_1_1C", "C", ""),
        ]
        with tempfile.TemporaryDirectory() as name:
            listed = pathlib.Path(name) / "annotated.html"
            listed.write_text("\n".join(row % each for each in rows))
            found = [*book.classes(listed.parent)]
        self.assertEqual(
            found,
            [
                ["headers/classa_1_1B.html", "B", "The interfaces", "Has x < 1"],
                ["headers/structa_1_1C.html", "C", "The interfaces", ""],
            ],
        )


class Repository(unittest.TestCase):
    def test_what_makes_the_book_is_small(self):
        folder = ROOT / "docs/site"
        files = [file for file in folder.rglob("*") if file.is_file()]
        own = re.compile(r"plot_\w+\.py|site_test\.py|test\.sh|click\.mjs|.*\.pyc")
        lines = {
            str(file.relative_to(folder)): len(file.read_text().splitlines())
            for file in files
            if not own.fullmatch(file.name)
        }
        looks = {name: count for name, count in lines.items() if "static/" in name}
        self.assertIn("static/search.js", looks)
        self.assertLessEqual(sum(looks.values()), 425, looks)
        self.assertLessEqual(sum(lines.values()) - sum(looks.values()), 706, lines)
        player = ROOT / "grader/player/player.js"
        self.assertLessEqual(len(player.read_text().splitlines()), 954)

    def test_only_the_walkthroughs_show_the_lock_that_lab_04_asks_for(self):
        pages = [*ROOT.glob("docs/**/*.md"), *ROOT.glob("labs/*/README.md")]
        self.assertIn(ROOT / "docs/memory_model.md", pages)
        shown = [page.name for page in pages if "examples/lock.cu" in page.read_text()]
        self.assertEqual(shown, ["walkthroughs.md"])

    def test_every_mistake_that_a_page_names_is_in_the_bank(self):
        if not (ROOT / "solutions").is_dir():
            self.skipTest("this tree has no solutions")
        for page in sorted((ROOT / "docs").rglob("*.md")):
            for lab, name in re.findall(r"`(\d\d_\w+)/(\w+)`", page.read_text()):
                self.assertTrue(
                    (ROOT / f"solutions/{lab}/mistakes/{name}.cu").exists(),
                    f"{page.name} names {lab}/{name}",
                )

    def test_a_mistake_is_named_with_its_verdict(self):
        with tree({"01_a/b": told("data_race, stale_value")}) as root:
            folder = root / "solutions/01_a/mistakes"
            folder.mkdir(parents=True)
            (folder / "b.cu").write_text("// S.\n")
            text = bank.with_verdicts("See `01_a/b`, `a/b`.", "../")
        self.assertEqual(
            text,
            "See [`01_a/b`](../bank/01_a.md#b) (data_race, stale_value), `a/b`.",
        )

    def test_what_a_mistake_changes_is_shown(self):
        with tree({"01_a/b": told("data_race", "No f_g(): none.", ["g"])}) as root:
            folder = root / "solutions/01_a/mistakes"
            folder.mkdir(parents=True)
            (folder / "b.cu").write_text("// S.\n\nint f() {\n  return 1;\n}\n")
            changed = (
                "Without `g` of the reference.\n\n"
                "```cuda\nint f() {\n  return 1;\n}\n```"
            )
            text = bank.differences("01_a")
            self.assertIn("## b\n\nNo `f_g()`: none. (data_race)\n\n" + changed, text)
            self.assertEqual(expand.make_change("01_a/b"), changed)
            marked = bank.read_mistake("01_a", "b", {4, 9})[2]
            self.assertIn(
                "```{code-block} cuda\n:emphasize-lines: 2\n\nint f() {\n", marked
            )

    def test_the_place_where_a_mistake_lacks_a_line_is_marked(self):
        with tree({"01_a/b": told("data_race")}) as root:
            folder = root / "solutions/01_a/mistakes"
            folder.mkdir(parents=True)
            (folder / "b.cu").write_text("// expect: x\n\nint f() {\n  return 1;\n}\n")
            shown = expand.make_change("01_a/b", missing=("  return",))
            self.assertEqual(
                shown,
                "```{code-block} cuda\n:emphasize-lines: 2\n\nint f() {\n"
                "  // A line is missing here.\n  return 1;\n}\n```",
            )
            marked = expand.make_change("01_a/b", mark=("int",), missing=("  return",))
            self.assertIn(":emphasize-lines: 1,2\n", marked)
            with self.assertRaisesRegex(ValueError, 'no line of .*b.cu begins with "re"'):
                expand.make_change("01_a/b", missing=("re",))

    def test_a_mistake_is_shown_with_the_lines_marked_that_its_story_names(self):
        story = {
            "missing": "No barrier lies between line 5 and c.cu:6.",
            "sources": [{"own": True, "name": "b.cu", "parts": []}, {"own": False}],
            "steps": [
                {"racing": True, "source": 0, "line": 4},
                {"racing": True, "source": 1, "line": 6},
                {"source": 0, "line": 6},
            ],
        }
        with tree({"01_a/b": told("data_race")}) as root:
            folder = root / "solutions/01_a/mistakes"
            folder.mkdir(parents=True)
            (folder / "b.cu").write_text("// expect: x\n// S.\n\na\nb\nc\n")
            traced = unittest.mock.patch("expand.story_of", lambda _: json.dumps(story))
            with traced:
                shown = expand.make_exhibit("01_a/b")
        self.assertIn(":emphasize-lines: 1,2\n\na\nb\nc\n```", shown)
        self.assertIn("<interleaving-player predict>", shown)

    def test_the_table_of_mistakes_has_what_found_each(self):
        with tree({"01_a/b": told("data_race", "a | b.")}) as root:
            folder = root / "solutions/01_a"
            (folder / "mistakes").mkdir(parents=True)
            (folder / "mistakes/b.cu").write_text("// a | b.\n")
            (folder / "bank_sim.csv").write_text(
                "mistake,verdict,found_at\nb,data_race,3\n"
            )
            (folder / "bank_h.csv").write_text("# x\nmistake,gpu,racecheck\nb,passed,0\n")
            recorded.record_of.cache_clear()
            rows = list(recorded.mistakes())
        self.assertEqual(
            rows[2:],
            [
                "| 01 | [`b`](bank/01_a.md#b) | data_race | a \\| b. | 3 | passed "
                "| nothing |"
            ],
        )

    def test_every_page_is_in_the_sidebar(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(ROOT / "docs/site")
        with unittest.mock.patch.dict("os.environ", GRIDLOCK_PICTURES=""):
            book_parts = runpy.run_path("conf.py")["book_parts"]
        parts = book_parts["docs/README"].values()
        pages = [page for part in parts for page in part.split() if "<self>" not in page]
        labs = [page for page in pages if page.startswith("../labs/")]
        self.assertEqual(
            {*pages} - {*labs} | {"README"},
            {
                str(page.relative_to(ROOT / "docs").with_suffix(""))
                for folder in (".", "recipes")
                for page in ROOT.glob(f"docs/{folder}/*.md")
            },
        )
        self.assertEqual(len(labs), len(LABS))
        self.assertEqual({file.stem for file in ROOT.glob("docs/bank/*.md")}, set(LABS))
        below = {
            str(page.relative_to(ROOT).with_suffix(""))
            for parent, parts in book_parts.items()
            for glob in parts[""].split()
            for page in (ROOT / parent).parent.glob(f"{glob}.md")
            if "/" in glob
        }
        folders = ("bank", "memory_model", "museum", "results", "walkthroughs")
        self.assertEqual(
            below,
            {
                str(page.relative_to(ROOT).with_suffix(""))
                for folder in folders
                for page in ROOT.glob(f"docs/{folder}/*.md")
            },
        )

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
