"""What stands in a page as an HTML comment in a line of its own, and is made when the book
is built, so that it cannot grow old.  GitHub shows none of it.

    <!-- run exit=1 lines=20: check 1 --solution -->   a call of ./gridlock, and its output
    <!-- record exit=1: run FILE -->       the JSON of a call of `gridlock run` or `check`
    <!-- reference: commands -->           what `gridlock reference` knows
    <!-- code: FILE -->                    a file of the repository
    <!-- code: FILE [MARKER] -->           its lines between two comments "// [MARKER]"
    <!-- section: FILE HEADING -->         a section of another Markdown file
    <!-- recorded: banks -->               a table of recorded.py
    <!-- differences: 01_last_block -->    what each mistake of a lab changes (bank.py)
    <!-- player: 1 --demo -->              the interleaving that `gridlock trace` finds
    <!-- plot: NAME -->                    plot_NAME.py, which prints its finding, then what
                                           it drew in words
    <!-- plot: 01_last_block ordered timeline -->   a lab's experiment, as recorded
    <!-- run needs=FOLDER: list -->       nothing, in a tree that has no such folder"""

import functools
import html
import itertools
import json
import os
import pathlib
import re
import subprocess
import tempfile

import bank
import recorded
from bank import differences as make_differences
from sphinx.errors import SphinxError

COMMENT = re.compile(r"^<!-- (\w+)((?: \w+=[\w-]+)*): (.*?) -->$", re.M)


def expand(page, text):
    """`text` as Markdown alone."""

    def make(match):
        options = dict(word.split("=") for word in match[2].split())
        if not (bank.ROOT / options.pop("needs", "")).is_dir():
            return ""
        try:
            return globals()[f"make_{match[1]}"](match[3], **options)
        except Exception as error:
            line = text.count("\n", 0, match.start()) + 1
            raise SphinxError(f"{page}:{line}: {error}") from error

    return COMMENT.sub(make, text)


def output_of(command, exit=0):
    done = subprocess.run(
        command, shell=True, cwd=bank.ROOT, capture_output=True, text=True
    )
    if done.returncode != int(exit):
        raise RuntimeError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def written_by(command, exit=0):
    """What a command writes into the file that its last argument, an option, asks for."""
    with tempfile.NamedTemporaryFile(suffix=".story.json") as file:
        output_of(f'{command} "{file.name}"', exit)
        return pathlib.Path(file.name).read_text(encoding="utf-8").strip()


def make_run(arguments, exit=0, lines=999):
    output = output_of(f'"$GRIDLOCK" {arguments}', exit).strip("\n").split("\n")
    more = ["..."] * (len(output) > int(lines))
    shown = [f"$ ./gridlock {arguments}", *output[: int(lines)], *more]
    return "\n".join(["```console", *shown, "```"])


def make_record(arguments, exit=0):
    record = json.loads(written_by(f'"$GRIDLOCK" {arguments} --json', exit))
    text = json.dumps(shortened(record), indent=2, ensure_ascii=False)
    # Three coordinates need no line each.
    text = re.sub(r"\[\s+(\d+),\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2, \3]", text)
    return "```json\n" + text.replace(f"{bank.ROOT}/", "") + "\n```"


def shortened(record, items=2):
    """A record with the first items of long lists, for people to read."""
    if isinstance(record, dict):
        return {key: shortened(value, items) for key, value in record.items()}
    if not isinstance(record, list) or all(isinstance(value, int) for value in record):
        return record  # A value, or coordinates.
    more = [f"... {len(record) - items} more"] * (len(record) > items)
    return [shortened(value, items) for value in record[:items]] + more


def make_reference(what):
    return output_of(f'"$GRIDLOCK" reference {what}')


def make_player(arguments):
    story = written_by(f'"$GRIDLOCK" trace {arguments} --out')
    lead = ""
    if "--demo" in arguments:  # In a sheet, which does not show the solution.
        lead = "This plays a wrong submission, step by step. Where does it break?\n\n"
    story = without_answers(story)
    story = story.replace("<", "\\u003c")
    script = f'<interleaving-player predict><script type="application/json">\n{story}'
    return f"{lead}```{{raw}} html\n{script}\n</script></interleaving-player>\n```"


def without_answers(story):
    """A story without lines of the solution, without the heads of programs, which say what
    comes of them, and without the markers of parts that a page shows."""
    story = json.loads(story)
    for version in (story, story.get("repaired")):
        for source in version["sources"] if version else []:
            for part in source["parts"]:
                lines = [re.sub(r"^ *// \[\w+\]$", "", line) for line in part["lines"]]
                part["lines"] = lines
                if source["name"] == "reference.cu":
                    part["lines"] = ["..." for _ in lines]
                elif part["first"] == 1:
                    head = itertools.takewhile(lambda line: line.startswith("//"), lines)
                    for i, _ in enumerate(list(head)):
                        lines[i] = ""
    return json.dumps(story, ensure_ascii=False)


def make_code(where):
    file, _, marker = where.partition(" ")
    cut = [f':{edge}: "// {marker}"' for edge in ("start-after", "end-before") if marker]
    lines = [f"```{{literalinclude}} /{file}", ":language: cuda", ":lineno-match:", *cut]
    return "\n".join([*lines, "```"])


def make_section(where):
    file, heading = where.split(" ", 1)
    parts = re.split(r"^## (.*)\n", (bank.ROOT / file).read_text(), flags=re.M)
    return parts[parts.index(heading) + 1].strip("\n")


def make_recorded(what):
    name, *lab = what.split()
    rows = getattr(recorded, name)(*lab)
    return "\n".join(f"| {' | '.join(map(str, row))} |" for row in rows)


@functools.cache
def plotter():
    script = pathlib.Path(__file__).with_name("plotter.py")
    pipes = dict(stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    return subprocess.Popen([os.environ["GRIDLOCK_PYTHON"], "-B", script], **pipes)


def draw(reader, script, *arguments):
    """What a script of plots prints; plotter.py runs it."""
    print(json.dumps([reader, script, *arguments]), file=plotter().stdin, flush=True)
    status, said = json.loads(plotter().stdout.readline())
    if status != 0:
        raise RuntimeError(f"{script}: {status}\n{said}")
    return said


def make_plot(what):
    """A picture, its twin for dark pages, and both again for phones.  What the script says is
    their description; its first line is the finding, which the caption tells."""
    name, *words = what.split()
    variant = "".join(f"_{word}" for word in words if word != "timeline")
    lab, picture = bank.ROOT / "labs" / name, f"{name}{variant}_times"
    script, root = lab / f"plot{variant}.py", []
    data = [f"{lab}/results/h200{variant}.csv"]
    if not lab.exists():
        picture, script = name, bank.ROOT / f"docs/site/plot_{name}.py"
        root, data = [str(bank.ROOT)], []
    for reader, prefix in (("phone", "phone_"), ("page", "")):
        out = f"{os.environ['GRIDLOCK_PICTURES']}/{prefix}{picture}.svg"
        said = draw(reader, str(script), *root, out, *data)
    said, _, timeline = said.partition("The timeline: ")
    if "timeline" in words:
        picture += "_timeline"
        _, said = timeline.split("\n", 1)  # Behind the path of its picture.
    finding, alt = said.strip().split("\n")[0], html.escape(" ".join(said.split()))
    images = [
        f'<picture class="only-{kind}">'
        f'<source media="(max-width: 600px)" srcset="phone_{picture}{twin}.svg"/>'
        f'<img src="{picture}{twin}.svg" alt="{alt}"/></picture>'
        for kind, twin in (("light", ""), ("dark", "-dark"))
    ]
    caption = f"<figcaption>{html.escape(finding)}</figcaption>"
    return f'<figure class="plot">{"".join(images)}{caption}</figure>\n'
