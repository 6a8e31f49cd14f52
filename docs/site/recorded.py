"""Tables of what was recorded: of the banks, of the ladders, of a lab's experiment."""

import csv
import re
import statistics

TOOLS = ["racecheck", "synccheck", "memcheck", "initcheck"]  # Of compute-sanitizer.
# Lines of a comment at a file's head that tell its reader nothing.
FOR_THE_GRADER = re.compile(r"// (timed in:|without:|overlay$)")


class NothingRecorded(Exception):
    """There is no such table."""


def table(root, what):
    """The table of that name, as Markdown: banks, ladders, or times LAB."""
    name, _, lab = what.partition(" ")
    if name == "times" and lab:
        return "\n".join(times(root, lab))
    if what in ("banks", "ladders"):
        return "\n".join({"banks": banks, "ladders": ladders}[what](root))
    raise NothingRecorded("recorded are: banks, ladders, times LAB")


def banks(root):
    """What of the banks was graded on a GPU alone."""
    lines = [
        "| lab | mistakes | on a GPU alone | unseen | compute-sanitizer | unseen |",
        "|---|---:|---:|---:|---:|---:|",
    ]
    for toml in sorted(root.glob("labs/[0-9][0-9]_*/lab.toml")):
        folder = root / "solutions" / toml.parent.name
        mistakes = len(list((folder / "mistakes").glob("*.cu")))
        rows = [
            row for file in sorted(folder.glob("bank_*.csv")) for row in read_csv(file)
        ]
        seen = [row["gpu"] for row in rows if row.get("gpu")]
        cells = [len(seen), seen.count("passed")] if seen else ["not yet", ""]
        tried = [row for row in rows if TOOLS[0] in row]
        reports = [any(int(row[tool] or 0) for tool in TOOLS) for row in tried]
        cells += [len(reports), reports.count(False)] if reports else ["not yet", ""]
        lines.append(f"| `{folder.name}` | {mistakes} | {' | '.join(map(str, cells))} |")
    return lines


def ladders(root):
    """What each rung of a ladder says of itself."""
    lines = ["| file | the idea, and what it gained |", "|---|---|"]
    for file in sorted(root.glob("solutions/*/ladder/*.cu")):
        name = f"{file.parts[-3]}/ladder/{file.stem}"
        lines.append(f"| `{name}` | {comment_at_head(file)} |")
    return lines


def times(root, lab):
    """Medians of a lab's experiment, in nanoseconds."""
    file = root / "labs" / lab / "results/h200.csv"
    if not file.exists():
        raise NothingRecorded(f"{lab} has no recorded times")
    samples = {}
    for row in read_csv(file):
        if row["kind"] != "again":
            of = samples.setdefault(row["contestant"], {})
            of.setdefault(int(row["point"]), []).append(float(row["nanoseconds"]))
    points = sorted({point for of in samples.values() for point in of})
    lines = [
        f"| nanoseconds | {' | '.join(map(str, points))} |",
        "|---" + "|---:" * len(points) + "|",
    ]
    for name, of in samples.items():
        middles = [statistics.median(of[p]) if p in of else None for p in points]
        cells = ["" if m is None else f"{m:,.{1 if m < 100 else 0}f}" for m in middles]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return lines


def comment_at_head(file):
    """The comment that a file begins with, as a cell of a table; code in it is marked."""
    words = []
    for line in file.read_text().split("\n"):
        if not line.startswith("//"):
            break
        if not FOR_THE_GRADER.match(line):
            words += line[2:].split()
    code = re.compile(r"^(\S*\(\)|\S*[_*]\S*?)([^\w()]*|'s[.,;:]?)$")
    return " ".join(code.sub(r"`\1`\2", word) for word in words).replace("|", "\\|")


def read_csv(file):
    with open(file, newline="", encoding="utf-8") as text:
        return list(csv.DictReader(line for line in text if not line.startswith("#")))


def shortened(record, items=2):
    """A record with the first items of long lists, for people to read."""
    if isinstance(record, dict):
        return {key: shortened(value, items) for key, value in record.items()}
    if not isinstance(record, list) or all(isinstance(value, int) for value in record):
        return record  # A value, or coordinates.
    more = [f"... {len(record) - items} more"] if len(record) > items else []
    return [shortened(value, items) for value in record[:items]] + more
