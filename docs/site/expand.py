"""Replaces HTML comments in a page or a deck by what they ask for, anew at each build, so that
it is never out of date.  GitHub shows none of it.  `<!-- NAME: WHAT -->` calls make_NAME below,
or of slides/deck.py in a deck.  Options are on lines of their own:

    <!-- run: check 1
    exit: 1
    lines: 20
    -->

With `needs: FOLDER`, a tree without that folder gets nothing."""

import base64
import functools
import gzip
import html
import itertools
import json
import os
import pathlib
import re
import shlex
import subprocess
import tempfile

import bank
import recorded

COMMENT = re.compile(r"(?<!`)<!-- ([a-z]+)(?:: (.*?))?((?:\n.*)*?)\s*-->")
FIGURE = re.compile(r"^!\[([^]]*)\]\(\S*(figures/\w+\.svg)\)$", re.M)
REPEATED = "mark step bar hide say missing".split()  # These may be given several times.


class Wrong(Exception):
    """A comment that nothing can be made of; it names the page and the line."""


def expand(page, text, makers):
    """`text`, with its comments replaced by what the functions make_NAME in `makers` make."""

    def make(match):
        options = {}
        for line in match[3].split("\n")[1:]:
            key, _, value = line.partition(": ")
            options[key] = options.get(key, ()) + (value,) if key in REPEATED else value
        if not (bank.ROOT / options.pop("needs", "")).is_dir():
            return ""
        try:
            return makers[f"make_{match[1]}"](match[2], **options)
        except Exception as error:
            line = text.count("\n", 0, match.start()) + 1
            raise Wrong(f"{page}:{line}: {error}") from error

    return COMMENT.sub(make, text)


def address_of(svg, dark=False):
    """A data URL that holds a drawing, light or dark, whichever the reader's system prefers."""
    rules = r"@media \(prefers-color-scheme: dark\) {\n(.*?)\n}\n"
    svg = re.sub(rules, r"\1\n" * dark, svg, flags=re.S)
    return f"data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"


def draw(text, kinds=("light", "dark")):
    """`text`, with each link to a figure of docs/figures replaced by it, once for each kind."""

    def drawn(match):
        svg, alt = (bank.ROOT / "docs" / match[2]).read_text(), " ".join(match[1].split())
        return "".join(
            f'<img class="figure only-{kind}" alt="{html.escape(alt)}" '
            f'src="{address_of(svg, kind == "dark")}">'
            for kind in kinds
        )

    return FIGURE.sub(drawn, text)


@functools.cache
def output_of(command, exit=0):
    done = subprocess.run(
        command, shell=True, cwd=bank.ROOT, capture_output=True, text=True
    )
    if done.returncode != int(exit):
        raise RuntimeError(f"{command}: {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def make_run(arguments, exit=0, lines=999):
    """A call of ./gridlock, and its output: check 1 --solution"""
    output = output_of(f'"$GRIDLOCK" {arguments}', exit).strip("\n").split("\n")
    more = ["..."] * (len(output) > int(lines))
    shown = [f"$ ./gridlock {arguments}", *output[: int(lines)], *more]
    return "\n".join(["```console", *shown, "```"]) + try_it(arguments)


def make_report(arguments, exit=0, until="\n", **start):
    """A call's output in the colours of a terminal, `from` a text `until` another one."""
    words = f'env -u NO_COLOR GRIDLOCK_FORCE_COLOUR=1 "$GRIDLOCK" {arguments}'
    shown = f"{start['from']}{output_of(words, exit).split(start['from'], 1)[1]}"
    first, *parts = re.split(
        r"\x1b\[([\d;]+)m", html.escape(shown.split(until)[0].rstrip())
    )
    for codes, text in zip(parts[::2], parts[1::2]):
        kinds = " ".join(f"ansi-{code}" for code in codes.split(";"))
        first += f'<span class="{kinds}">{text}</span>'
    return f'```{{raw}} html\n<pre class="report">{first}</pre>\n```'


def make_record(arguments, exit=0):
    """The JSON of a call of `gridlock run` or `check`, with the first items of long lists."""
    record = output_of(f'"$GRIDLOCK" {arguments} --json -', exit)
    text = json.dumps(json.loads(record, object_hook=shortened), indent=2)
    # Three coordinates need no line each.
    text = re.sub(r"\[\s+(\d+),\s+(\d+),\s+(\d+)\s+\]", r"[\1, \2, \3]", text)
    return "```json\n" + text.replace(f"{bank.ROOT}/", "") + "\n```"


def shortened(record, items=2):
    for name, value in record.items():
        if isinstance(value, list) and value[items:] and not isinstance(value[0], int):
            record[name] = [*value[:items], f"... {len(value) - items} more"]
    return record


def make_reference(what):
    """What `gridlock reference` prints: commands"""
    return output_of(f'"$GRIDLOCK" reference {what}')


def make_differences(lab):
    """What each mistake of a lab changes: 01_last_block"""
    return bank.differences(lab)


@functools.cache
def story_of(arguments):
    """The interleaving that `gridlock trace` finds, as JSON."""
    with tempfile.NamedTemporaryFile(suffix=".story.json") as file:
        output_of(f'"$GRIDLOCK" trace {arguments} --out "{file.name}"')
        return pathlib.Path(file.name).read_text(encoding="utf-8")


def make_player(arguments):
    """The interleaving that `gridlock trace` finds: 1 --demo"""
    story = json.loads(story_of(arguments), object_hook=without_answers)
    lead = "This plays a wrong submission, step by step. Where does it break?\n\n"
    lead *= "--demo" in arguments  # In a sheet, which does not show the solution.
    text = json.dumps(story, ensure_ascii=False).replace("<", "\\u003c")
    script = f'<interleaving-player predict><script type="application/json">\n{text}'
    player = f"{lead}```{{raw}} html\n{script}\n</script></interleaving-player>\n```"
    return player + try_it(arguments.partition("--submission")[0])


def try_it(arguments, lab=""):
    """Links that open the example programs which `arguments` name, or a mistake of a lab, in the
    page of grader/browser, if that lies beside the book."""
    files = re.findall(r"(?:docs/examples|solutions)/\S+", arguments)
    if "GRIDLOCK_PAGE" not in os.environ or not files:
        return ""
    links = []
    for file in files:
        text = output_of(f'"$GRIDLOCK" expand {file}' if lab else f"cat {file}")
        packed = base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
        name = pathlib.Path(file).stem
        where = f"page/index.html?lab={lab}&amp;file={name}#{packed}"
        links.append(f'<a href="{where}">{name}.cu</a>')
    return f"\n\n<p>Run it yourself, and change it: {', '.join(links)}</p>\n\n"


def make_exhibit(name, **shown):
    """What a mistake of the bank changes, with the lines of its interleaving marked, and a
    player of the interleaving: 01_last_block/no_fence"""
    lab, mistake = name.split("/")
    file = f"solutions/{lab}/mistakes/{mistake}.cu"
    arguments = f"{int(lab[:2])} --submission {file}"
    story = json.loads(story_of(arguments))
    own = [source["own"] for source in story["sources"]]
    ends = [s for s in story["steps"] if s.get("racing") or s.get("stuck")]
    marked = {s["line"] for s in ends if own[s["source"]]}
    marked |= {int(n) for n in re.findall(r"\bline (\d+)", story["missing"]) if any(own)}
    change = bank.read_mistake(lab, mistake, marked, **shown)[2]
    return f"{change}\n\n{make_player(arguments)}{try_it(file, lab)}"


def make_change(name, **shown):
    """What a mistake of the bank changes: 01_last_block/no_fence"""
    lab, mistake = name.split("/")
    change = bank.read_mistake(lab, mistake, **shown)[2]
    return change + try_it(f"solutions/{lab}/mistakes/{mistake}.cu", lab)


def without_answers(part):
    """A part of a story, without what gives the program's fault away, which the comments in its
    first lines and the name of a mistake tell, and without the markers of make_code().  Of
    the solution, only the name stays."""
    if "lines" in part:
        part["lines"] = [re.sub(r"^ *// \[\w+\]$", "", line) for line in part["lines"]]
        head = part["lines"] if part["first"] == 1 else []
        head = [*itertools.takewhile(lambda line: line.startswith("//"), head)]
        while part["lines"][len(head) :] and not part["lines"][len(head)].strip():
            head.append("")
        part.update(first=part["first"] + len(head), lines=part["lines"][len(head) :])
    if part.get("name") == "reference.cu":
        part.update(name="the solution", parts=[])
    elif "own" in part:
        part["own"] = False  # A page's program is not its reader's.
    return part


def make_code(where):
    """A file of the repository, or its lines between two comments "// [MARKER]": FILE [MARKER]"""
    file, _, marker = where.partition(" ")
    cut = [f':{edge}: "// {marker}"' for edge in ("start-after", "end-before") if marker]
    lines = [f"```{{literalinclude}} /{file}", ":language: cuda", ":lineno-match:", *cut]
    return "\n".join([*lines, "```"])


def make_section(where):
    """A section of another Markdown file: FILE HEADING"""
    file, heading = where.split(" ", 1)
    parts = re.split(r"^## (.*)\n", (bank.ROOT / file).read_text(), flags=re.M)
    return parts[parts.index(heading) + 1].strip("\n")


def make_recorded(what):
    """A table or a list of recorded.py: banks"""
    name, *words = what.split()
    return "\n".join(getattr(recorded, name)(*words))


def make_plot(what):
    """A plot of a lab's recorded experiment, `01_last_block ordered timeline`, or the one of
    plot_NAME.py: a picture, its twin for dark pages, and both again for phones.  What the
    script prints describes them; its first line, the finding, is the caption."""
    name, *words = what.split()
    variant = "".join(f"_{word}" for word in words if word != "timeline")
    lab, picture = bank.ROOT / "labs" / name, f"{name}{variant}_times"
    script, root = lab / f"plot{variant}.py", []
    data = [f"{lab}/results/h200{variant}.csv"]
    if not lab.exists():
        picture, script = name, bank.ROOT / f"docs/site/plot_{name}.py"
        root, data = [str(bank.ROOT)], []
    calls = []  # They run at once.
    for reader, prefix in (("phone", "phone_"), ("page", "")):
        out = f"{os.environ['GRIDLOCK_PICTURES']}/{prefix}{picture}.svg"
        call = [os.environ["GRIDLOCK_PYTHON"], "-B", str(script), *root, out, *data]
        calls.append(f"GRIDLOCK_PLOT_FOR={reader} {shlex.join(call)}")
    said = output_of("{} > /dev/null & {} && wait $!".format(*calls))
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
