"""What stands in a page as an HTML comment in a line of its own, and is made when the book
is built, so that it cannot grow old.  GitHub shows none of it.

    <!-- run exit=1 lines=1-20: check 1 --solution -->   a call of ./gridlock, and its output
    <!-- record exit=1: run FILE -->       the JSON of a call of `gridlock run` or `check`
    <!-- reference: commands -->           what `gridlock reference` knows
    <!-- code: FILE -->                    a file of the repository
    <!-- code: FILE [MARKER] -->           its lines between two comments "// [MARKER]"
    <!-- section: FILE HEADING -->         a section of another Markdown file
    <!-- recorded: banks -->               a table of recorded.py
    <!-- differences: 01_last_block -->    what each mistake of a lab changes (bank.py)
    <!-- player: 1 --demo -->              the interleaving that `gridlock trace` finds
    <!-- plot: NAME -->                    plot_NAME.py, which prints what it drew in words
    <!-- plot: 01_last_block ordered timeline -->   a lab's experiment, as recorded

With `needs=FOLDER` a line is left out of a tree that has no such folder."""

import html
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile

import bank
import recorded

COMMENT = re.compile(r"^<!-- (\w+)((?: \w+=[\w-]+)*): (.*?) -->$")
FENCE = re.compile(r"^\s*(```+|~~~+)\s*(\S*)\s*$")
SECONDS_MAX = 120
HERE = pathlib.Path(__file__).resolve().parent


class Problem(Exception):
    """Something in a page that has to be put right; the message says what."""


def lines_with_state(text):
    """Each line with whether it belongs to a block of code, its fences included."""
    fence = ""
    for line in text.split("\n"):
        match = FENCE.match(line)
        yield line, bool(fence or match)
        if fence and match and match[1].startswith(fence) and not match[2]:
            fence = ""
        elif match and not fence:
            fence = match[1]


class Maker:
    """Makes what the comments of all pages ask for."""

    def __init__(self, root, program, build, pictures):
        self.root = root
        self.program = program
        self.build = build
        self.pictures = pictures

    def expand(self, source, text):
        """`text` as Markdown alone; `source` is the page's path, for messages."""
        lines = []
        for number, (line, in_code) in enumerate(lines_with_state(text), 1):
            match = None if in_code else COMMENT.match(line)
            if not match:
                lines.append(line)
                continue
            options = dict(word.split("=", 1) for word in match[2].split())
            if not (self.root / options.pop("needs", "")).is_dir():
                continue
            try:
                make = getattr(self, "make_" + match[1], None)
                if not make:
                    raise Problem(f'no comment is called "{match[1]}"')
                lines.append(make(match[3], **options))
            except (Problem, OSError, TypeError, recorded.NothingRecorded) as error:
                raise Problem(f"{source}:{number}: {error}") from error
        return "\n".join(lines)

    # ---- Calls of the program -------------------------------------------------------

    def call(self, arguments, exit):
        """Runs ./gridlock as it runs without a terminal; returns its standard output."""
        environment = {
            **os.environ,
            "GRIDLOCK_ROOT": str(self.root),
            "GRIDLOCK_BUILD_DIR": str(self.build),
            "NO_COLOR": "1",
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
                f"./gridlock {shlex.join(arguments)} ended with {result.returncode}, not "
                f"{exit}:\n{result.stdout}{result.stderr}"
            )
        return result.stdout

    def make_run(self, command, exit="0", lines=""):
        output = self.call(shlex.split(command), exit).strip("\n").split("\n")
        if lines:
            first, last = (int(n or len(output)) for n in lines.split("-"))
            if first > len(output):
                raise Problem(f"the output has {len(output)} lines only")
            cut = ["..."] if last < len(output) else []
            output = output[first - 1 : last] + cut
        return "\n".join(["```console", f"$ ./gridlock {command}", *output, "```"])

    def make_record(self, command, exit="0"):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "record.json")
            self.call([*shlex.split(command), "--json", str(file)], exit)
            record = recorded.shortened(json.loads(file.read_text(encoding="utf-8")))
        text = json.dumps(record, indent=2, ensure_ascii=False)
        text = text.replace(f"{self.root}/", "")
        # Three coordinates need no line each.
        text = re.sub(r"\[\s+(\d+),\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2, \3]", text)
        return f"```json\n{text}\n```"

    def make_reference(self, what):
        return self.call(["reference", what], 0).strip("\n")

    def make_player(self, arguments):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "player.story.json")
            self.call(["trace", *shlex.split(arguments), "--out", str(file)], 0)
            story = file.read_text(encoding="utf-8").replace("<", "\\u003c")
        return (
            "``````{raw} html\n"
            '<interleaving-player predict><script type="application/json">\n'
            f"{story.strip()}\n</script></interleaving-player>\n``````\n"
        )

    # ---- Text of the repository -----------------------------------------------------

    def make_code(self, where):
        match = re.fullmatch(r"(\S+)(?: \[(\w+)\])?", where)
        if not match:
            raise Problem("write FILE or FILE [MARKER]")
        marks = (self.root / match[1]).read_text().count(f"// [{match[2]}]")
        if match[2] and marks != 2:
            raise Problem(f'{match[1]} has {marks} lines "// [{match[2]}]", not two')
        between = [f':start-after: "// [{match[2]}]"', f':end-before: "// [{match[2]}]"']
        options = [":language: cuda", ":lineno-match:", *(between if match[2] else [])]
        return "\n".join([f"```{{literalinclude}} /{match[1]}", *options, "```"])

    def make_section(self, where):
        file, heading = where.split(" ", 1)
        found, level = [], 0
        for line, in_code in lines_with_state((self.root / file).read_text()):
            match = None if in_code else re.match(r"(#{1,6}) +(.*?) *$", line)
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
        return recorded.table(self.root, what)

    def make_differences(self, lab):
        return bank.differences(self.root, lab)

    # ---- Plots ----------------------------------------------------------------------

    def make_plot(self, what):
        name, *words = what.split()
        if not (self.root / "labs" / name).exists():
            file = self.pictures / f"{name}.svg"
            said = self.draw(HERE / f"plot_{name}.py", self.root, file)
            return figure(file, said)
        # A lab's experiment, or its timeline, as it was recorded.
        timeline = words[-1:] == ["timeline"]
        experiment = "".join("_" + word for word in words[: len(words) - timeline])
        folder = self.root / "labs" / name
        file = self.pictures / f"{name}{experiment}_times.svg"
        data = folder / "results" / f"h200{experiment}.csv"
        times, mark, spans = self.draw(
            folder / f"plot{experiment}.py", file, data
        ).partition("The timeline: ")
        if not timeline:
            return figure(file, times)
        if not mark:
            raise Problem(f"no timeline is recorded for plot: {what}")
        spans = spans.partition("\n")[2]  # Behind the name of the picture.
        return figure(file.with_name(file.stem + "_timeline.svg"), spans)

    def draw(self, script, *arguments):
        """Returns what the script says."""
        result = subprocess.run(
            [plotting_python(), "-B", str(script), *map(str, arguments)],
            capture_output=True,
            text=True,
            timeout=SECONDS_MAX,
            env={**os.environ, "PYTHONPATH": str(self.root / "grader/bench")},
        )
        if result.returncode != 0:
            raise Problem(f"{script.name}: {result.stderr.strip()}")
        return result.stdout


def figure(file, said):
    """A picture, and the one for a dark page if there is one."""
    alt = html.escape(" ".join(said.split()))
    dark = file.with_name(f"{file.stem}-dark.svg")
    kinds = [(file, "only-light"), (dark, "only-dark")] if dark.exists() else [(file, "")]
    images = [f'<img class="{kind}" src="{f.name}" alt="{alt}"/>' for f, kind in kinds]
    return f'<p class="picture">{"".join(images)}</p>\n'


def plotting_python():
    """A Python with matplotlib."""
    script = HERE.parents[1] / "grader/front_door/plotting_python.sh"
    found = subprocess.run(["sh", str(script)], capture_output=True, text=True)
    if found.returncode == 0:
        return found.stdout.rstrip("\n")
    raise Problem(
        "plots need Python's matplotlib; on Debian and Ubuntu: "
        "apt-get install python3-matplotlib"
    )
