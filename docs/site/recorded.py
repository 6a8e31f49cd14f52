"""Records of the banks, the ladders and the corpus, as lines of Markdown."""

import csv
import functools
import re

import bank

TOOLS = ["racecheck", "synccheck", "memcheck", "initcheck"]  # compute-sanitizer's.


def banks():
    """A table of how many mistakes of each lab were tried on a GPU, with its checks alone and
    with the sanitizer, and how many of these were missed."""
    yield "| lab | mistakes | tried on a GPU | it missed | with the sanitizer | it missed |"
    yield "|---|--:|--:|--:|--:|--:|"
    for folder in sorted(bank.ROOT.glob("solutions/[0-9][0-9]_*")):
        rows = [row for file in folder.glob("bank_*.csv") for row in read_csv(file)]
        unseen = [row["gpu"] == "passed" for row in rows if row.get("gpu")]
        tried = [row for row in rows if TOOLS[0] in row]
        silent = [not any(int(row[tool] or 0) for tool in TOOLS) for row in tried]
        cells = [len(list(folder.glob("mistakes/*.cu")))]
        for missed in (unseen, silent):
            cells += [len(missed), sum(missed)] if missed else ["not yet", ""]
        yield f"| `{folder.name}` | {' | '.join(map(str, cells))} |"


def mistakes():
    """A table of all mistakes: what each is, its verdict, and what else found it."""
    yield "| lab | mistake | verdict | what is wrong | schedule | GPU alone | sanitizer |"
    yield "|---|---|---|---|--:|---|---|"
    for name, told in sorted(bank.told_by("mistakes").items()):
        lab, mistake = name.split("/")
        row = record_of(lab).get(mistake, {})
        story = bank.story_of("mistakes", name).replace("|", "\\|")
        tools = [tool for tool in TOOLS if int(row.get(tool) or 0)]
        silent = "nothing" * any(row.get(tool) for tool in TOOLS)
        cells = [lab[:2], f"[`{mistake}`](bank/{lab}.md#{mistake})"]
        cells += [row.get("verdict") or told["verdict"], story]
        cells += [row.get("found_at", ""), row.get("gpu", ""), ", ".join(tools) or silent]
        yield f"| {' | '.join(cells)} |"


@functools.cache
def record_of(lab):
    """What was recorded of a lab's mistakes, in all of its files: by mistake, by column."""
    found = {}
    for file in sorted((bank.ROOT / "solutions" / lab).glob("bank_*.csv")):
        for row in read_csv(file):
            found.setdefault(row["mistake"], {}).update(row)
    return found


def ladders():
    """A list of what each rung of a ladder says of itself."""
    for name in sorted(bank.told_by("ladder")):
        yield f"- `{name.replace('/', '/ladder/')}`: {bank.story_of('ladder', name)}"


def corpus():
    """A table of the verdict that each bug of the corpus should get, and a list of the
    programs that got another one, and why."""
    yield "| bug, and its thread | should get | schedules |"
    yield "|---|---|--:|"
    for row in read_csv(bank.ROOT / "docs/corpus/table.csv"):
        url = f"https://github.com/{row['thread'].replace('#', '/issues/')}"
        found = f"{row['expected']} | {row['schedules before']}"
        yield f"| `{row['name']}` [{row['thread']}]({url}) | {found} |"
    misses = (bank.ROOT / "docs/corpus/misses.txt").read_text()
    yield "\n" + re.sub(r"^(\S+) (\S+)", r"- `\1`: \2.", misses, flags=re.M)


def read_csv(file):
    return csv.DictReader(s for s in file.read_text().splitlines() if s[:1] != "#")
