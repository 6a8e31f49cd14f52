"""Tables of what was recorded: of the banks, of the ladders, of the corpus."""

import csv
import re

import bank

TOOLS = ["racecheck", "synccheck", "memcheck", "initcheck"]  # Of compute-sanitizer.


def banks():
    """What of the banks was graded on a GPU alone."""
    yield "lab", "mistakes", "tried on a GPU", "it missed", "with the sanitizer", "it missed"
    yield "---", *["---:"] * 5
    for folder in sorted(bank.ROOT.glob("solutions/[0-9][0-9]_*")):
        files = sorted(folder.glob("bank_*.csv"))
        rows = [row for file in files for row in read_csv(file)]
        unseen = [row["gpu"] == "passed" for row in rows if row.get("gpu")]
        tried = [row for row in rows if TOOLS[0] in row]
        silent = [not any(int(row[tool] or 0) for tool in TOOLS) for row in tried]
        cells = [len(list(folder.glob("mistakes/*.cu")))]
        for missed in (unseen, silent):
            cells += [len(missed), sum(missed)] if missed else ["not yet", ""]
        yield [f"`{folder.name}`", *cells]


def ladders():
    """What each rung of a ladder says of itself."""
    yield "file", "the idea, and what it gained"
    yield "---", "---"
    for file in sorted(bank.ROOT.glob("solutions/*/ladder/*.cu")):
        story = bank.read(file)[0].replace("|", "\\|")
        yield [f"`{file.parts[-3]}/ladder/{file.stem}`", story]


def corpus():
    """What each bug of the corpus, and its repair, should get and got."""
    folder = bank.ROOT / "docs/corpus"
    misses = re.findall(r"^(.*)/\S+ \S+ (.*)", (folder / "misses.txt").read_text(), re.M)
    yield "bug", "thread", "should get", "got", "repaired", "schedules", "why not"
    yield *["---"] * 5, "---:", "---"
    for row in read_csv(folder / "table.csv"):
        whys = dict.fromkeys(why for name, why in misses if name == row["name"])
        url = f"https://github.com/{row['thread'].replace('#', '/issues/')}"
        cells = [f"`{row['name']}`", f"[{row['thread']}]({url})", row["expected"]]
        cells += [row["before"], row["after"], row["schedules before"]]
        yield *cells, " ".join(whys)


def read_csv(file):
    return csv.DictReader(s for s in file.read_text().splitlines() if s[:1] != "#")
