"""Tables of what was recorded: of the banks, of the ladders, of a lab's experiment."""

import csv
import statistics

import bank

TOOLS = ["racecheck", "synccheck", "memcheck", "initcheck"]  # Of compute-sanitizer.


def banks():
    """What of the banks was graded on a GPU alone."""
    yield [
        "lab",
        "mistakes",
        "tried on a GPU",
        "it missed",
        "with the sanitizer",
        "it missed",
    ]
    yield ["---", *["---:"] * 5]
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
    yield ["file", "the idea, and what it gained"]
    yield ["---", "---"]
    for file in sorted(bank.ROOT.glob("solutions/*/ladder/*.cu")):
        story = bank.read(file)[0].replace("|", "\\|")
        yield [f"`{file.parts[-3]}/ladder/{file.stem}`", story]


def times(lab):
    """Medians of a lab's experiment, in nanoseconds."""
    samples = {}
    for row in read_csv(bank.ROOT / "labs" / lab / "results/h200.csv"):
        if row["kind"] != "again":
            of = samples.setdefault(row["contestant"], {})
            of.setdefault(int(row["point"]), []).append(float(row["nanoseconds"]))
    points = sorted(set().union(*samples.values()))
    yield ["nanoseconds", *points]
    yield ["---", *["---:"] * len(points)]
    for name, of in samples.items():
        medians = [statistics.median(of[p]) if p in of else None for p in points]
        cells = ["" if m is None else f"{m:,.{1 if m < 100 else 0}f}" for m in medians]
        yield [f"`{name}`", *cells]


def corpus():
    """What each bug of the corpus, and its repair, should get and got."""
    folder = bank.ROOT / "docs/corpus"
    lines = (folder / "misses.txt").read_text().splitlines()
    whys = {name: why for name, _, why in (line.split(" ", 2) for line in lines)}
    yield ["bug", "thread", "should get", "got", "repaired", "schedules", "why not"]
    yield ["---"] * 5 + ["---:", "---"]
    for row in read_csv(folder / "table.csv"):
        repository, number = row["thread"].split("#")
        name, url = row["name"], f"https://github.com/{repository}/issues/{number}"
        why = [
            whys[f"{name}/{part}.cu"]
            for part in ("before", "after")
            if f"{name}/{part}.cu" in whys
        ]
        cells = [f"`{name}`", f"[{row['thread']}]({url})", row["expected"], row["before"]]
        cells += [row["after"], row["schedules before"], " ".join(dict.fromkeys(why))]
        yield cells


def read_csv(file):
    return csv.DictReader(s for s in file.read_text().splitlines() if s[:1] != "#")
