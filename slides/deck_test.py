"""Tests of deck.py."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import deck  # noqa: E402
import expand  # noqa: E402

SVG = """<svg><title id="title">Two blocks</title><desc id="desc">One waits.</desc><style>a {}
@media (prefers-color-scheme: dark) {
  text { fill: white; }
}
</style></svg>"""
FILES = {
    "a.cu": "// A file.\nint f() {\n  // Why.\n\n  return 1 < 2;  // So.\n}\n\nint g() {\n}\n",
    "sheet.md": "On a card it\ntook 942 ns, not 1,042.\n",
    "labs/90_x/lab.toml": 'title = "A lab"\n[[part]]\nid = "90a"\ntitle = "The first"\n',
    "labs/90_x/README.md": "| 90a | you do `it_all()` | 40 |\n",
    "docs/path.md": "| [90: a lab](../labs/90_x/README.md) | 2 |\n",
    "solutions/90_x/bank_toy.csv": "# How\n# A toy\nmistake,gpu_score,gpu_checks,"
    "gpu_checks_failed\nloud,20,9,2\nquiet,100,9,0\n",
    "solutions/90_x/bank_sim.csv": "mistake,verdict\nloud,data_race\n",
    "gridlock": """#!/bin/sh
[ "$*" = "demo 1 --step fix" ] && printf "    12   before();\\n       + fence();\\n"
[ "$1" = trace ] && cat "$GRIDLOCK_ROOT/picture.svg" > "${5#--out=}"
[ "$1" = plot ] && echo "$GRIDLOCK_PLOT_FOR" > "${3#--out=}"
echo "got $*"
echo "It ended.  So
did I."
[ "$1" != fail ]""",
    "picture.svg": SVG,
}
NOTE = "\n\n<!-- 2 min.  Say it. -->\n"


class Decks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name, text in FILES.items():
            file = self.root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        (self.root / "gridlock").chmod(0o755)
        names = dict(GRIDLOCK=f"{folder.name}/gridlock", GRIDLOCK_ROOT=folder.name)
        names["GRIDLOCK_PICTURES"] = folder.name
        for patch in (
            unittest.mock.patch("bank.ROOT", self.root),
            unittest.mock.patch.dict(os.environ, names),
        ):
            patch.start()
            self.addCleanup(patch.stop)
        expand.output_of.cache_clear()

    def expand(self, body):
        return deck.expand_deck("deck.md", f"---\nmarp: true\n---\n{body}{NOTE}")

    def complaint(self, body):
        with self.assertRaises(expand.Wrong, msg=body) as caught:
            self.expand(body)
        return str(caught.exception)

    def test_code_is_taken_from_a_file_from_one_line_to_another(self):
        text = self.expand("<!-- code: a.cu\nfrom: int f()\nto: }\nmark: return\n-->")
        self.assertRegex(text, '<span class="row marked">.*return.*&lt;.*So')
        self.assertIn("// Why.", text)
        self.assertNotIn("A file", text)
        self.assertNotIn(">g<", text)

    def test_comments_can_be_left_out_and_lines_keep_their_numbers(self):
        text = self.expand(
            "<!-- code: a.cu\nfrom: int f()\nto: }\ncomments: no\nnumbers: yes\n-->"
        )
        self.assertNotRegex(text, "Why|So|>[34] *<")
        self.assertRegex(text, '<span class="number">5 {2}</span>.*return')

    def test_until_leaves_its_line_out_and_lines_are_a_limit(self):
        self.assertEqual(deck.cut(["a", "b", "", "c"], {"until": "c"}), (0, ["a", "b"]))
        self.assertEqual(
            deck.cut(["a", "ab"], {"from": "a", "to": "a"}), (0, ["a", "ab"])
        )
        numbered = ["f", " 12 + f() {", " 13   g();"]
        self.assertEqual(deck.cut(numbered, {"until": "g()"})[1], numbered[:2])
        self.assertEqual(
            deck.cut(["a", "b", "c"], {"from": "b", "lines": "1"}), (1, ["b"])
        )

    def test_what_a_fix_adds_stands_out_and_has_no_number(self):
        text = self.expand("<!-- run: demo 1 --step fix\nto: fence\n-->")
        self.assertRegex(text, 'class="row"><span class="number">12 {4}</span>.*before')
        self.assertRegex(
            text, 'row added"><span class="number"> {3}\\+ {2}</span>.*fence'
        )

    def test_in_prose_a_sentence_is_marked_over_lines(self):
        text = self.expand("<!-- run: x\nmark: So\n-->")
        self.assertIn("<mark>So</mark>", text)
        self.assertIn("<mark>did I.</mark>", text)
        self.assertIn('<span class="row">got x</span>', text)

    def test_sentences_of_a_report_stand_alone_and_one_is_marked(self):
        text = self.expand(
            "<!-- sentences: x\nsay: got\nsay: It ... So\nmark: It ... So\n-->"
        )
        self.assertIn("<p>got x It ended.</p><p><mark>It ended. So</mark></p>", text)
        wrong = "<!-- sentences: x\nsay: It said\n-->"
        self.assertIn('x does not say "It said"', self.complaint(wrong))

    def test_long_lines_break_before_they_are_too_small_for_the_last_row(self):
        self.assertEqual(deck.font_size(["x" * 60]), 32)
        self.assertEqual(deck.font_size(["x" * 90] * 5), 28)
        self.assertEqual(deck.font_size(["x" * 90] * 8), 28)
        call = ["  f(" + "x, " * 30, " " * 40 + "y);", "    g();"]
        rows = [*deck.hung([deck.Row(line, "7") for line in call], 3)]
        self.assertEqual([row.text for row, _ in rows][1:], ["      y);", "    g();"])
        self.assertEqual([far for _, far in rows], [9, 0, 0])

    def test_a_key_of_each_deck_steps_through_its_interleaving(self):
        self.assertIn('key === "s"', self.expand("words"))

    def test_lines_of_a_step_light_up_together(self):
        text = self.expand("<!-- code: a.cu\nstep: int f ... }\nstep: int g\n-->")
        self.assertEqual(text.count('class="step" data-marpit-fragment="1"'), 2)
        self.assertEqual(text.count("<span"), text.count("</span>"))
        self.assertIn(
            "no lines", self.complaint("<!-- code: a.cu\nstep: int g ... f\n-->")
        )

    def test_what_cannot_be_expanded_is_an_error_that_names_deck_and_line(self):
        for comment, why in (
            ("code: none.cu", "deck.md:5: .*none.cu"),
            ("code: ../a.cu", "deck.md:5: .*outside"),
            ("code: a.cu\nfrom: nowhere\n", 'no line contains "nowhere"'),
            ("code: a.cu\nfrom: int g\nto: int f\n", "no line after that"),
            ("code: a.cu\nmark: nowhere\n", 'shown contains "nowhere"'),
            ("code: a.cu\nform: x\n", "form"),
            ("code: a.cu\nform x\n", "form"),
            ("run: fail", "fail: 1"),
            ("nonsense: x", "nonsense"),
            ("bars: sheet.md\nbar: 94 this\n", "figure 94"),
            ("bars: sheet.md\nbar: 042 this\n", "figure 042"),
            ("quote: sheet.md\nfrom: he took\nto: ns\n", "does not say"),
            ("unseen: 91_y", "no GPU has been recorded"),
        ):
            self.assertRegex(self.complaint(f"\n<!-- {comment} -->"), why, msg=comment)

    def test_minutes_are_added_up_and_a_slide_without_its_time_is_an_error(self):
        text = self.expand(
            "# One\n<!-- minutes -->\n<!-- 3 min.  A note. -->\n\n---\n# Two"
        )
        self.assertIn("about 5 minutes", text)
        self.assertIn("A note", text)
        self.assertIn("# One", self.complaint("# One\n\n---\n"))

    def test_figures_and_quotes_stand_in_their_files(self):
        text = self.expand(
            "<!-- bars: sheet.md\nunit: ns\nbar: 942 it\nbar: 1,042 he\n-->"
        )
        self.assertRegex(text, "width:63.3%.*942 ns.*width:70.0%")
        text = self.expand("<!-- quote: sheet.md\nfrom: it took\nto: ns\n-->")
        self.assertIn("\nit took 942 ns\n", text)

    def test_banks_and_parts_are_tables(self):
        for comment, part in (
            ("squares: 90_x", "**1 of 2** wrong submissions"),
            ("unseen: 90_x", "<li><code>quiet</code></li>"),
            ("unseen: 90_x", '<p class="source">A toy</p>'),
            ("gpu: 90_x loud", "failed 2 of 9 checks"),
            ("parts: 90_x", "| 90a | The first<br>`it_all` | 40 |"),
            ("labs", "| 1 | 90 | A lab | 90a:&nbsp;40 |"),
        ):
            self.assertIn(part, self.expand(f"<!-- {comment} -->"))

    def test_a_picture_is_light_and_leads_to_the_page_that_steps_through_it(self):
        text = self.expand("<!-- picture: 1\nsay: a = b\n-->")
        self.assertIn('href="pictures/1.html"', text)
        self.assertIn('alt="Two blocks. One waits."', text)
        picture = deck.expand.base64.b64decode(text.split("base64,")[1].split('"')[0])
        self.assertEqual(picture.decode().count("style"), 2)
        self.assertNotIn("dark", picture.decode())

    def test_a_plot_is_drawn_for_a_slide_and_says_its_finding(self):
        text = self.expand("<!-- plot: 1 -->")
        self.assertIn('It ended.  So" src=', text)
        picture = deck.expand.base64.b64decode(text.split("base64,")[1].split('"')[0])
        self.assertEqual(picture, b"slide\n")

    def test_code_is_as_large_as_its_lines_let_it_be_and_never_too_small(self):
        for lines, size in ((["short"], 32), (["x" * 80], 28), (["x" * 200] * 10, 28)):
            self.assertEqual(deck.font_size(lines), size)
        self.assertEqual(deck.font_size(["short"], "30"), 30)
        self.assertLess(deck.font_size(["x"] * 14), 32)


if __name__ == "__main__":
    unittest.main()
