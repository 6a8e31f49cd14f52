"""What stands in a page as an HTML comment in a line of its own, and is made when the
documentation is built, so that it cannot grow old:

    <!-- run exit=1 lines=1-20: check 1 --solution -->   a call of ./gridlock, and its output
    <!-- code: FILE -->                    a file of the repository
    <!-- code: FILE [MARKER] -->           its lines between two comments "// [MARKER]"
    <!-- reference: commands -->           what `gridlock reference` knows
    <!-- section: FILE HEADING -->         a section of another Markdown file
    <!-- recorded: banks -->               a table: what of the banks was graded on a GPU alone
    <!-- recorded: ladders -->             a table: what each rung of a ladder says of itself
    <!-- recorded: times 04_threadfence -->   a table: medians of a lab's experiment, in ns
    <!-- picture: 01_last_block -->        an interleaving, drawn by `gridlock trace`
    <!-- plot: NAME -->                    plot_NAME.py, which prints what it drew in words
    <!-- plot: 01_last_block -->           a lab's experiment, as recorded in its results/
    <!-- plot: 01_last_block ordered -->   another experiment of the lab
    <!-- plot: 02_lock_barrier timeline -->   the timeline of an experiment
    <!-- record exit=1: run FILE -->       the JSON of a call of `gridlock run` or `check`

With `needs=FOLDER` a line is left out of a tree that has no such folder.
"""

import csv
import html
import json
import os
import re
import shlex
import shutil
import statistics
import subprocess
import tempfile
import xml.etree.ElementTree

import markdown
import pages
from pages import Problem

DIRECTIVE = re.compile(r"^<!-- (\w+)((?: \w+=[\w-]+)*): (.*?) -->$")
SECONDS_MAX = 120
PLOTTING_PYTHON = os.path.join(
    os.path.dirname(__file__), "../../grader/front_door/plotting_python.sh"
)
# Lines of a comment at a file's head that tell its reader nothing.
FOR_THE_GRADER = re.compile(r"// (timed in:|without:|overlay$)")


class Maker:
    """Makes what the directives of all pages ask for."""

    def __init__(self, root, program, build, out):
        self.root = root
        self.program = program
        self.build = build
        self.out = out  # Pictures go here, to be copied beside the pages.
        self.pictures = []

    def expand(self, page):
        lines = []
        for number, (line, in_code) in enumerate(markdown.lines_with_state(page.text), 1):
            match = None if in_code else DIRECTIVE.match(line)
            if not match:
                lines.append(line)
                continue
            options = dict(word.split("=", 1) for word in match[2].split())
            if not (self.root / options.pop("needs", "")).is_dir():
                continue
            try:
                make = getattr(self, "make_" + match[1], None)
                if not make:
                    raise Problem(f'there is no directive "{match[1]}"')
                lines.append(make(match[3], **options))
            except (Problem, OSError, TypeError) as error:
                raise Problem(f"{page.source}:{number}: {error}") from error
        return "\n".join(lines)

    # ---- Calls of the program -------------------------------------------------------

    def call(self, arguments, exit):
        """Runs ./gridlock as it runs without a terminal; returns its standard output."""
        environment = {
            **os.environ,
            "GRIDLOCK_ROOT": str(self.root),
            "NO_COLOR": "1",
            "GRIDLOCK_BUILD_DIR": str(self.build),
            "COLUMNS": "80",
        }
        result = subprocess.run(
            [self.program, *arguments],
            cwd=self.root,
            text=True,
            capture_output=True,
            env=environment,
            timeout=SECONDS_MAX,
            stdin=subprocess.DEVNULL,
        )
        if result.returncode != int(exit):
            raise Problem(
                f"./gridlock {shlex.join(arguments)} ended with "
                f"{result.returncode}, not {exit}:\n{result.stdout}"
                f"{result.stderr}"
            )
        return result.stdout

    def make_run(self, command, exit="0", lines=""):
        output = self.call(shlex.split(command), exit).strip("\n").split("\n")
        if lines:
            first, last = lines.split("-")
            if int(first) > len(output):
                raise Problem(f"the output has {len(output)} lines only")
            last = min(int(last or len(output)), len(output))
            cut = ["..."] if last < len(output) else []
            output = output[int(first) - 1 : last] + cut
        return "\n".join(["```text", f"$ ./gridlock {command}", *output, "```"])

    def make_reference(self, what):
        return self.call(["reference", what], 0).strip("\n")

    def make_record(self, command, exit="0"):
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, "record.json")
            self.call([*shlex.split(command), "--json", file], exit)
            with open(file, encoding="utf-8") as record:
                text = json.dumps(
                    shortened(json.load(record)), indent=2, ensure_ascii=False
                )
        text = text.replace(f"{self.root}/", "")
        # Three coordinates need no line each.
        text = re.sub(r"\[\s+(\d+),\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2, \3]", text)
        return f"```text\n{text}\n```"

    # ---- Text of the repository -----------------------------------------------------

    def make_code(self, where):
        match = re.fullmatch(r"(\S+)(?: \[(\w+)\])?", where)
        if not match:
            raise Problem("write FILE or FILE [MARKER]")
        lines = (self.root / match[1]).read_text().rstrip("\n").split("\n")
        if match[2]:
            lines = between_markers(lines, match[2], match[1])
        return "\n".join(["```cuda", *lines, "```"])

    def make_section(self, where):
        file, heading = where.split(" ", 1)
        found, level = [], 0
        for line, in_code in markdown.lines_with_state((self.root / file).read_text()):
            match = None if in_code else markdown.HEADING.match(line)
            if match and level and len(match[1]) <= level:
                break
            if level:
                found.append(line)
            elif match and match[2] == heading:
                level = len(match[1])
        if not found:
            raise Problem(f'{file} has no section "{heading}"')
        return "\n".join(found).strip("\n")

    def make_recorded(self, what):
        if what.startswith("times "):
            return "\n".join(self.times(what[len("times ") :]))
        tables = {"banks": self.banks, "ladders": self.ladders}
        if what not in tables:
            raise Problem("recorded are: " + ", ".join([*tables, "times LAB"]))
        return "\n".join(tables[what]())

    def banks(self):
        lines = [
            "| lab | mistakes | on a GPU alone | unseen | compute-sanitizer | unseen |",
            "|---|---:|---:|---:|---:|---:|",
        ]
        for lab in pages.labs_of(self.root):
            folder = self.root / "solutions" / lab.name
            mistakes = len(list((folder / "mistakes").glob("*.cu")))
            rows = [
                row
                for file in sorted(folder.glob("bank_*.csv"))
                for row in read_csv(file)
            ]
            seen = [row["gpu"] for row in rows if row.get("gpu")]
            cells = [len(seen), seen.count("passed")] if seen else ["not yet", ""]
            tools = ["racecheck", "synccheck", "memcheck", "initcheck"]
            tried = [row for row in rows if tools[0] in row]
            reports = [any(int(row[tool] or 0) for tool in tools) for row in tried]
            cells += [len(reports), reports.count(False)] if reports else ["not yet", ""]
            lines.append(
                f"| `{lab.name}` | {mistakes} | " + " | ".join(map(str, cells)) + " |"
            )
        return lines

    def ladders(self):
        lines = ["| file | the idea, and what it gained |", "|---|---|"]
        for file in sorted(self.root.glob("solutions/*/ladder/*.cu")):
            name = f"{file.parts[-3]}/ladder/{file.stem}"
            lines.append(f"| `{name}` | {comment_at_head(file)} |")
        return lines

    def times(self, lab):
        file = self.root / "labs" / lab / "results/h200.csv"
        if not file.exists():
            raise Problem(f"{lab} has no recorded times")
        rows = [row for row in read_csv(file) if row["kind"] != "again"]
        points = sorted({int(row["point"]) for row in rows})
        lines = [
            "| nanoseconds | " + " | ".join(map(str, points)) + " |",
            "|---" + "|---:" * len(points) + "|",
        ]
        for name in dict.fromkeys(row["contestant"] for row in rows):
            cells = []
            for point in points:
                found = [
                    float(row["nanoseconds"])
                    for row in rows
                    if row["contestant"] == name and int(row["point"]) == point
                ]
                middle = statistics.median(found) if found else None
                cells.append(
                    "" if middle is None else f"{middle:,.{1 if middle < 100 else 0}f}"
                )
            lines.append(f"| `{name}` | " + " | ".join(cells) + " |")
        return lines

    # ---- Pictures -------------------------------------------------------------------

    def make_picture(self, lab):
        """The interleaving that the lab's demo is about; none in a tree without solutions."""
        demo = self.root / "solutions" / lab / "demo.toml"
        if not demo.exists() or not (self.root / "docs" / "pictures.md").exists():
            return ""
        file = self.out / f"{lab}.svg"
        self.call(["trace", lab, "--demo", "--out", str(file)], 0)
        wrong = re.search(r'^wrong\s*=\s*"([^"]+)"', demo.read_text(), re.M)[1]
        return (
            f"{self.figure(file, alt_text(file))}\n\n"
            f"One failing interleaving, of `solutions/{lab}/{wrong}`. "
            f"`./gridlock trace {lab} --demo` draws it again; "
            "[how to read it](../../docs/pictures.md)."
        )

    def make_plot(self, what):
        name, *words = what.split()
        if (self.root / "labs" / name).exists():
            return self.plot_of_experiment(name, words)
        file = self.out / f"{name}.svg"
        said = self.draw(
            self.root / "docs/site" / f"plot_{name}.py", [str(self.root), str(file)]
        )
        return self.figure(file, " ".join(said.split()))

    def plot_of_experiment(self, lab, words):
        """A lab's experiment, or its timeline, as it was recorded."""
        timeline = words[-1:] == ["timeline"]
        experiment = "".join("_" + word for word in words[: len(words) - timeline])
        folder = self.root / "labs" / lab
        file = self.out / f"{lab}{experiment}_times.svg"
        said = self.draw(
            folder / f"plot{experiment}.py",
            [str(file), str(folder / "results" / f"h200{experiment}.csv")],
        )
        times, mark, spans = said.partition("The timeline: ")
        if timeline and not mark:
            raise Problem(f"no timeline is recorded for plot: {lab} {' '.join(words)}")
        if timeline:
            file = file.with_name(file.stem + "_timeline.svg")
            spans = spans.partition("\n")[2]  # Behind the name of the picture.
        return self.figure(file, " ".join((spans if timeline else times).split()))

    def draw(self, script, arguments):
        """Returns what the script says."""
        result = subprocess.run(
            [plotting_python(), "-B", str(script), *arguments],
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
            env={**os.environ, "PYTHONPATH": str(self.root / "grader/bench")},
        )
        if result.returncode != 0:
            raise Problem(f"{script.name}: {result.stderr.strip()}")
        return result.stdout

    def figure(self, file, alt):
        copy = self.out / file.name
        if copy != file:
            shutil.copyfile(file, copy)
        self.pictures.append(copy)
        return (
            "\\htmlonly\n"
            f'<p class="picture"><img src="{file.name}" alt="{html.escape(alt)}"/></p>\n'
            "\\endhtmlonly"
        )


def comment_at_head(file):
    """The comment that a file begins with, as a cell of a table; code in it is marked."""
    words = []
    for line in file.read_text().split("\n"):
        if not line.startswith("//"):
            break
        if not FOR_THE_GRADER.match(line):
            words += line[2:].split()
    code = re.compile(r"^(\S*\(\)|\S*[_*]\S*?)([^\w()]*|'s[.,;:]?)$")
    marked = [code.sub(r"`\1`\2", word) for word in words]
    return " ".join(marked).replace("|", "\\|")


def read_csv(file):
    with open(file, newline="", encoding="utf-8") as text:
        return list(csv.DictReader(line for line in text if not line.startswith("#")))


def plotting_python():
    """A Python with matplotlib."""
    found = subprocess.run(
        ["sh", PLOTTING_PYTHON], capture_output=True, text=True, timeout=SECONDS_MAX
    )
    if found.returncode == 0:
        return found.stdout.rstrip("\n")
    raise Problem(
        "plots need Python's matplotlib; on Debian and Ubuntu: "
        "apt-get install python3-matplotlib"
    )


def between_markers(lines, marker, file):
    """The lines between the first two that are the comment "// [MARKER]", moved left."""
    marks = [i for i, line in enumerate(lines) if line.strip() == f"// [{marker}]"]
    if len(marks) != 2:
        raise Problem(f'{file} has {len(marks)} lines "// [{marker}]", not two')
    found = lines[marks[0] + 1 : marks[1]]
    indent = min(len(line) - len(line.lstrip()) for line in found if line.strip())
    return [line[indent:] for line in found]


def alt_text(svg):
    """The title and description of a drawing, for readers who cannot see it."""
    words = []
    for element in xml.etree.ElementTree.parse(svg).getroot():
        if element.tag.split("}")[-1] in ("title", "desc") and element.text:
            words.append(" ".join(element.text.split()))
    if not words:
        raise Problem(f"{svg.name} has neither a title nor a description")
    return " ".join(words)


def shortened(record, items=2):
    """A record with the first items of long lists, for people to read."""
    if isinstance(record, dict):
        return {key: shortened(value, items) for key, value in record.items()}
    if isinstance(record, list):
        short = [shortened(value, items) for value in record[:items]]
        if all(isinstance(value, int) for value in record):
            return record  # Coordinates.
        return (
            short + [f"... {len(record) - items} more"] if len(record) > items else short
        )
    return record
