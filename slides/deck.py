"""Expands decks: deck.py OUT DECK.md...  Their comments work as docs/site/expand.py describes;
the functions make_NAME below are for slides alone, or make larger text than pages have.

`from` is text in the first line to show, `to` is how the last line begins, and `until` how the
one after it begins; `lines` is the most lines to show, and `size` the largest font in pixels.
Lines that contain `mark` stand out; in prose, the sentence that begins with it does.  Each
`step` ("TEXT", or "TEXT ... TEXT" for the lines from one to the other) lights up when the
speaker goes on.  A text that is not found is an error.  Comments that begin with a number are
notes for the speaker: each slide has one, which begins with its time, "2 min"."""

import html
import math
import os
import pathlib
import re
import shlex
import sys
import textwrap
from typing import NamedTuple

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "docs/site"))

import bank  # noqa: E402
import expand  # noqa: E402
from recorded import read_csv  # noqa: E402

try:
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import CppLexer
    from pygments.token import Name
except ImportError:
    print("Pygments is missing; on Debian and Ubuntu: apt-get install python3-pygments")
    sys.exit(2)


class Row(NamedTuple):
    text: str
    number: str = ""
    sign: str = " "  # Or + or -.


CUDA_WORDS = re.compile(
    r"__[a-z]\w+|threadIdx|blockIdx|blockDim|gridDim|(atomic|cuda)[A-Z]\w+"
)


class Cuda(CppLexer):
    """C++ in which CUDA's words stand out."""

    def get_tokens_unprocessed(self, *text, **state):
        for at, kind, word in super().get_tokens_unprocessed(*text, **state):
            yield at, Name.Builtin if CUDA_WORDS.fullmatch(word) else kind, word


def read(file):
    if ".." in file:
        raise ValueError(f"{file} is outside of the repository")
    return (bank.ROOT / file).read_text()


def cut(lines, options):
    """The index of the first line that from, to, until and lines ask for, and these lines."""

    def begins(text):
        """The index of the next line after `first` that begins with the text, perhaps after
        spaces, or after a number and a sign."""
        for look in (
            str,
            str.strip,
            lambda line: re.sub(r"^\s*(\d+ [-+ ]|\+)\s*", "", line),
        ):
            for i in range(first + 1, len(lines)):
                if look(lines[i]).startswith(look(text)):
                    return i
        raise ValueError(f'no line after that begins with "{text}"')

    first, end, start = 0, len(lines), options.pop("from", "")
    if start:
        first = next((i for i, line in enumerate(lines) if start in line), -1)
        if first < 0:
            raise ValueError(f'no line contains "{start}"')
    if "to" in options:
        end = begins(options.pop("to")) + 1
    if "until" in options:
        end = min(end, begins(options.pop("until")))
    end = min(end, first + int(options.pop("lines", end)))
    while not lines[end - 1].strip():
        end -= 1
    return first, lines[first:end]


COLUMNS = int(1170 / (0.603 * 28))  # The most that fits in one line.


def font_size(lines, most=32):
    """The font size in pixels that lets the lines fill the slide, but at least 28, which the
    last row can read.  Longer lines break; text that still does not fit sticks out."""
    by_width = 1170 / (0.603 * max(map(len, lines)))
    if by_width < 28:
        lines = [line for line in lines for _ in range(-(-len(line) // COLUMNS) or 1)]
    by_height = 480 / (1.22 * len(lines))
    return max(28, math.floor(min(int(most), max(by_width, 28), by_height)))


def coloured(rows):
    """HTML of each row, as one program."""
    code = "\n".join(row.text for row in rows)
    lexer = Cuda(stripnl=False)
    form = HtmlFormatter(nowrap=True, classprefix="t-")
    return highlight(code, lexer, form).split("\n")[: len(rows)]


def marked(rows, marks):
    """HTML of each row of prose, with the sentences that begin with a mark highlighted."""
    text = "\n".join(row.text for row in rows)
    for mark in marks:
        sentence = re.compile(re.escape(mark) + r".*?([.?!](?=\s|\Z)|\Z)", re.S)
        by_line = lambda match: re.sub(r"\S.*", "\1\\g<0>\2", match[0])  # noqa: E731
        text = sentence.sub(by_line, text, 1)
    text = html.escape(text).replace("\1", "<mark>").replace("\2", "</mark>")
    return text.split("\n")


def add_step(step, rows, shown):
    """Lines that light up together: "TEXT", or "TEXT ... TEXT" from one to the other."""
    begin, _, end = step.partition(" ... ")
    first = next((i for i, row in enumerate(rows) if begin in row.text), len(rows))
    rest = (i for i in range(first, len(rows)) if not end or i > first)
    last = next((i for i in rest if end in rows[i].text), None)
    if last is None:
        raise ValueError(f'no lines that are shown for step "{step}"')
    shown[first] = f'<span class="step" data-marpit-fragment="1">{shown[first]}'
    shown[last] += "</span>"


def hung(rows, before):
    """The rows, each with the column where its rest goes if it is longer than a line, or 0.
    The rest of a call that begins in such a row is indented anew, since the word that it was
    aligned with may have moved."""
    broken, unclosed = 0, 0
    for row in rows:
        if unclosed > 0:
            row = row._replace(text=" " * (broken + 4) + row.text.lstrip())
        far = len(row.text) - len(row.text.lstrip())
        is_long = before + len(row.text) > COLUMNS
        if is_long and unclosed <= 0:
            broken = far
        if is_long or unclosed > 0:
            unclosed += row.text.count("(") - row.text.count(")")
        yield row, (before + far + 4) * is_long


def listing(rows, cuda=False, mark=(), step=(), size=32):
    """Rows as HTML."""
    for text in mark:
        if not any(text in row.text for row in rows):
            raise ValueError(f'no line that is shown contains "{text}"')
    digits = max(len(row.number) for row in rows)
    signs = any(row.sign != " " for row in rows)
    before = digits + 2 * signs
    rows, far = zip(*hung(rows, before + 2 * (before > 0)))
    # Removed lines and added ones are not one program, so they are coloured separately.
    parts = [[row for row in rows if (row.sign == "-") == gone] for gone in (True, False)]
    lines = [iter(coloured(part) if cuda else marked(part, mark)) for part in parts]
    shown, wide = [], []
    for row, columns in zip(rows, far):
        kinds = {"+": " added", "-": " gone"}.get(row.sign, "")
        kinds += " marked" * (cuda and any(text in row.text for text in mark))
        before = row.number.rjust(digits) + f" {row.sign}"[: 2 * signs]
        number = f'<span class="number">{before}  </span>' if before else ""
        code = next(lines[row.sign != "-"])
        hang = f' style="--far:{columns}ch"' if columns else ""
        shown.append(f'<span class="row{kinds}"{hang}>{number}{code}</span>')
        wide.append(f"{before}  {row.text}" if before else row.text)
    for each in step:
        add_step(each, rows, shown)
    style = f"font-size:{font_size(wide, size)}px"
    return f'<pre class="listing" style="{style}"><code>{"".join(shown)}</code></pre>'


def dedent(lines):
    return [line.rstrip() for line in textwrap.dedent("\n".join(lines)).split("\n")]


def make_code(file, comments="yes", numbers="no", **look):
    """Lines of a file; without `comments`, or with `numbers`, if asked."""
    lines = read(file).rstrip("\n").split("\n")
    first, chosen = cut(lines, look)
    fence = [line for line in lines[: first + 1] if line.startswith("```")][-1:]
    cuda = file.endswith((".cu", ".cuh")) or fence in (["```cuda"], ["```cpp"])
    rows, gone = [], False
    for number, line in enumerate(chosen, first + 1):
        bare = re.sub(r"\s*//.*", "", line) if comments == "no" else line
        # Where a comment was removed, the empty line below it is removed as well.
        if bare.strip() or not (line.strip() or gone):
            rows.append(Row(bare, str(number) * (numbers == "yes")))
        gone = line.strip() != "" and bare.strip() == ""
    texts = dedent([row.text for row in rows])
    return listing([row._replace(text=t) for row, t in zip(rows, texts)], cuda, **look)


NUMBERED = re.compile(r"\s*(\d+|(?= \+)) ([-+ ]) ")


def rows_of(lines):
    """Lines that begin with a number and a sign, as rows; an added line has no number."""
    found = [NUMBERED.match(line) for line in lines]
    width = max((match.end() for match in found if match), default=0)
    texts = dedent([line[width:] for line in lines])
    marks = [match.groups() if match else () for match in found]
    return [Row(text, *mark) for text, mark in zip(texts, marks)]


def make_run(arguments, exit=0, **look):
    """What a call of ./gridlock prints: demo 1 --step report"""

    said = expand.output_of(f'"$GRIDLOCK" {arguments}', exit).rstrip("\n")
    _, lines = cut(said.split("\n"), look)
    if not re.fullmatch(r"demo \S+ --step (code|fix)", arguments):
        return listing([Row(line) for line in dedent(lines)], **look)
    return listing(rows_of(lines), True, **look)


def make_sentences(arguments, say=(), mark=(), exit=0):
    """Sentences of what a call of ./gridlock prints, each in large type: those that begin with
    these words, or go from "THESE ... TO THOSE"; one of them is marked."""
    text = " ".join(expand.output_of(f'"$GRIDLOCK" {arguments}', exit).split())
    shown = []
    for words in say:
        begin, _, end = words.partition(" ... ")
        last = re.escape(end) if end else r"[.?!](?=\s|$)"
        found = re.search(rf"{re.escape(begin)}.*?{last}", text)
        if not found:
            raise ValueError(f'{arguments} does not say "{words}"')
        sentence = html.escape(found[0])
        sentence = re.sub(r"(\.cu:\d+) (.*[;{])$", r"\1<br><code>\2</code>", sentence)
        shown.append(f"<mark>{sentence}</mark>" if words in mark else sentence)
    letters = sum(map(len, shown))
    size = 50 if letters < 200 else 44 if letters < 300 else 38
    shown = "".join(f"<p>{sentence}</p>" for sentence in shown)
    return f'<div class="says" style="font-size:{size}px">{shown}</div>'


def make_quote(file, to, **start):
    """Words of a file, `from` these `to` those."""
    text = " ".join(read(file).split())
    found = re.search(f"{re.escape(start['from'])}.*?{re.escape(to)}", text)
    if not found:
        raise ValueError(f'{file} does not say "{start["from"]}" and then "{to}"')
    return found[0]


def make_bars(file, bar, unit=""):
    """Numbers that a file contains, as bars; a `bar` is "942 lab 02, with fences"."""
    text, bars = read(file), [each.split(" ", 1) for each in bar]
    for number, _ in bars:
        if not re.search(rf"(?<![\d.,]){re.escape(number)}(?!\d|[.,]\d)", text):
            raise ValueError(f"{file} does not have the figure {number}")
    values = [float(number.replace(",", "")) for number, _ in bars]
    rows = "".join(
        f'<tr><th scope="row">{html.escape(label)}</th><td><span class="bar" '
        f'style="width:{max(0.5, 70 * value / max(values)):.1f}%"></span> '
        f"{number} {unit}</td></tr>"
        for (number, label), value in zip(bars, values)
    )
    return f'<table class="bars"><tbody>{rows}</tbody></table>'


def scored(lab):
    """The rows of a bank that a GPU has graded, and that GPU as the last comment names it."""
    for file in sorted((bank.ROOT / "solutions" / lab).glob("bank_*.csv")):
        rows = [*read_csv(file)]
        if "gpu_score" in rows[0]:
            comments = re.findall("^# *(.*)", file.read_text(), re.M)
            return rows, f'<p class="source">{html.escape(comments[-1])}</p>'
    raise ValueError(f"no GPU has been recorded on the bank of {lab}")


def make_gpu(mistake):
    """What a mistake's checks said on a GPU, as recorded: 01_last_block no_fence"""
    lab, name = mistake.split()
    row = {row["mistake"]: row for row in scored(lab)[0]}[name]
    failed, checks = row["gpu_checks_failed"], row["gpu_checks"]
    told = f"failed {failed} of {checks} checks"
    return told if failed != "0" else f"passed all {checks} checks"


def make_squares(lab):
    """A lab's mistakes, one square each; a tick for those that got full points from a GPU."""
    rows, gpu = scored(lab)
    ticked = [row["gpu_score"] == "100" for row in rows]
    squares = "".join(
        f'<span class="square{" slips" * tick}" title="{row["mistake"]}">{"✓" * tick}</span>'
        for row, tick in zip(rows, ticked)
    )
    told = f"{sum(ticked)} of {len(rows)}** wrong submissions get full points"
    bank_of = (
        f'<div class="bank" role="img" aria-label="{told.replace("**", "")}">{squares}'
    )
    return f"{bank_of}</div>\n\n**{told} (✓) from a GPU alone.\n\n{gpu}"


def make_unseen(lab):
    """The names of a lab's mistakes that got full points from a GPU."""
    rows, gpu = scored(lab)
    names = [row["mistake"] for row in rows if row["gpu_score"] == "100"]
    told = f"**{len(names)} of {len(rows)}** wrong submissions get full points"
    items = "".join(f"<li><code>{name}</code></li>" for name in names)
    listed = f'<ul class="names">{items}</ul>'
    return f"{told} from a GPU alone:\n\n{listed}\n\n{gpu}"


def make_picture(arguments, **options):
    """An interleaving that ./gridlock trace draws: 1 --demo.  A click opens a page to step
    through it.  What to `hide` and to `say` are options of the command."""
    name = re.sub(r"\W+", "_", arguments)
    files = [f"{os.environ['GRIDLOCK_PICTURES']}/{name}.{end}" for end in ("svg", "html")]
    words = [f"--{key}={value}" for key, all in options.items() for value in all]
    words += [f"--out={file}" for file in files]
    expand.output_of(f'"$GRIDLOCK" trace {arguments} --slide {shlex.join(words)}')
    svg = pathlib.Path(files[0]).read_text()
    told = ". ".join(re.findall(r"<(?:title|desc) .*?>(.*?)</", svg))
    link = f'href="pictures/{name}.html" target="_blank"'
    image = f'<img alt="{told}" src="{expand.address_of(svg)}">'  # A slide is light.
    return f'<a {link}>{image}</a><a class="through" {link}>step through it</a>'


def make_plot(arguments):
    """What ./gridlock plot draws: 1, or 5 --experiment lengths.  The picture has a title."""
    name = re.sub(r"\W+", "_", f"plot {arguments}")
    file = pathlib.Path(os.environ["GRIDLOCK_PICTURES"]) / f"{name}.svg"
    words = f"plot {arguments} --out={shlex.quote(str(file))}"
    said = expand.output_of(f'GRIDLOCK_PLOT_FOR=slide "$GRIDLOCK" {words}')
    told = html.escape(" ".join(said.split("\n")[:-2]))  # The last line is the file.
    # The metadata is not shown, so its text does not belong to the picture's.
    svg = re.sub("<metadata>.*?</metadata>", "", file.read_text(), flags=re.S)
    return f'<img alt="{told}" src="{expand.address_of(svg)}">'


def parts_of(lab):
    """A lab's parts: name, title, the functions that the sheet names, points."""
    sheet, toml = read(f"labs/{lab}/README.md"), read(f"labs/{lab}/lab.toml")
    parts = re.findall(r'\[\[part\]\]\s+id = "(.*?)"\s+title = "(.*?)"', toml)
    for name, title in parts:
        row = re.search(rf"^\| {name} \|(.*)\| (\d+) \|$", sheet, re.M)
        if not row:
            raise ValueError(f"the sheet of {lab} has no points for {name}")
        functions = re.findall(r"`([a-z]\w{2,})(?:\([\w, ]*\))?`", row[1])
        yield name, title, [*dict.fromkeys(functions)], row[2]


def make_parts(lab):
    """A lab's parts, functions and points."""
    rows = ["| part | you write | points |", "|---|---|--:|"]
    for name, title, functions, points in parts_of(lab):
        code = "<br>" * bool(functions) + " ".join(f"`{each}`" for each in functions)
        rows.append(f"| {name} | {title}{code} | {points} |")
    return "\n".join(rows)


def make_labs(_):
    """The labs and their parts, in the order of docs/path.md."""
    order = re.findall(r"^\| \[[^\]]*\]\(\.\./labs/(\w+)/", read("docs/path.md"), re.M)
    rows = ["| order | lab | title | points |", "|---|---|---|---|"]
    for i, lab in enumerate(order, 1):
        title = re.search(r'^title = "(.*)"$', read(f"labs/{lab}/lab.toml"), re.M)[1]
        points = ", ".join(f"{part[0]}:&nbsp;{part[3]}" for part in parts_of(lab))
        rows.append(f"| {i} | {lab[:2]} | {title} | {points} |")
    return "\n".join(rows)


# The key s steps through this slide's interleaving or, without one, the deck's first.
STEPS = """
<script>addEventListener("keydown", ({ key }) => {
  const link = ["svg.bespoke-marp-active ", ""].map((on) => on + "a.through");
  if (key === "s") link.map((a) => document.querySelector(a)).find(Boolean)?.click();
});</script>
"""


def expand_deck(deck, text):
    """A deck as Marp reads it."""
    slides = re.split(r"^---$", text, flags=re.M)[2:]
    minutes = [re.search(r"<!--\s*([\d.]+) min\b", slide) for slide in slides]
    for slide, found in zip(slides, minutes):
        if not found:
            heading = re.search("^#.*", slide, re.M)
            raise expand.Wrong(f"{deck}: {heading and heading[0]}: no note with its time")
    total = math.ceil(sum(float(found[1]) for found in minutes))
    own = {"make_minutes": lambda _: f"about {total} minutes"}
    text = expand.draw(expand.expand(deck, text, {**globals(), **own}), ["light"]) + STEPS

    def fenced(match):
        return listing([Row(line) for line in match[1].split("\n")], True, size=28)

    return re.sub(r"^```cuda\n(.*?)\n```$", fenced, text, flags=re.M | re.S)


def main(out, *decks):
    for deck in map(pathlib.Path, decks):
        text = expand_deck(f"slides/{deck.name}", deck.read_text())
        (pathlib.Path(out) / deck.name).write_text(text)
        print(f"slides/{deck.name}", file=sys.stderr)


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except expand.Wrong as error:
        sys.exit(f"gridlock: {error}")
