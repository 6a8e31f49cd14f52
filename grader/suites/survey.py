"""Which programs of a folder start, and what keeps the others from it.

    python3 grader/suites/survey.py HeCBench/src --name '*-cuda' --jobs 8 --csv out.csv

Each folder below the given one that has a Makefile is taken for a program. It is run once,
under one schedule, with the sources, -I and -D of its Makefile and the arguments of its
target `run`. The Makefile is read, not run: where it lists no sources, or finds them by a
pattern, all that lie in the folder are taken; if one that it lists is not there, the program is
`no files`. Prints how often each verdict came out, and the first error of the programs that did
not start.
"""

import argparse
import collections
import concurrent.futures
import csv
import fnmatch
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = (".cu", ".cpp", ".cc", ".cxx", ".c")
NO_FILES, NO_RECORD = "no files", "no record"
# What a program that started and was judged, or ran out of time, can get.
STARTED = {
    "passed",
    "timeout",
    "wrong_result",
    "data_race",
    "stale_value",
    "deadlock",
    "no_progress",
    "divergent_barrier",
    "api_error",
    "bad_access",
    "crashed",
}


class Makefile:
    """The variables and the first run command of a Makefile; of conditions, both sides."""

    def __init__(self, text):
        text = text.replace("\\\n", " ")
        self.variables = {}
        for name, how, value in re.findall(
            r"^\s*(\w+)\s*([:+?]?=)[ \t]*(.*)$", text, re.MULTILINE
        ):
            value = value.split("#")[0].strip()
            if how == "+=":
                value = f"{self.variables.get(name, '')} {value}".strip()
            if how != "?=" or name not in self.variables:
                self.variables[name] = value
        self.text = text

    def expanded(self, text, depth=8):
        """The text with variables replaced; those that are unknown become empty."""

        def of(match):
            return self.expanded(self.variables.get(match.group(1), ""), depth - 1)

        return re.sub(r"\$[({](\w+)[)}]", of, text) if depth else text

    def sources(self):
        """The files that `source` (or SRC and its like) lists; None without a list."""
        for name in ("source", "SOURCE", "SOURCES", "SRC", "SRCS"):
            if name in self.variables:
                words = self.expanded(self.variables[name]).split()
                return None if any("$" in w or "*" in w for w in words) else words
        return None

    def flags(self):
        """-I and -D of all flags, as the command line of `gridlock run` takes them."""
        found = []
        for name, value in self.variables.items():
            if not name.endswith(("FLAGS", "INCLUDE", "INCLUDES", "INC")):
                continue
            words = re.sub(r"-([ID])\s+", r"-\1", self.expanded(value)).split()
            found += [w for w in words if re.match(r"-[ID]\w|-I[./]", w)]
        return [flag for flag in dict.fromkeys(found) if flag != "-DDEBUG"]

    def arguments(self):
        """What the target `run` calls the program with."""
        run = re.search(r"^run\s*:.*\n\t(.*)$", self.text, re.MULTILINE)
        called = run and re.search(r"\./\$[({]\w+[)}]([^&;|]*)", run.group(1))
        try:
            return shlex.split(self.expanded(called.group(1))) if called else []
        except ValueError:  # A quote that is not closed.
            return []


def sources_of(folder, makefile):
    """The program's source files, or [] if they are not known or not there."""
    named = makefile.sources()
    if named is None:
        named = sorted(p.name for p in folder.iterdir() if p.suffix in SOURCES)
    named = [name for name in named if name.endswith(SOURCES)]
    return [] if any(not (folder / name).exists() for name in named) else named


def command(folder, makefile, options):
    """The command line that judges the program; None without source files."""
    files = sources_of(folder, makefile)
    if not files:
        return None
    line = [str(options.gridlock.resolve()), "run", *files, *makefile.flags()]
    line += ["--schedules", "1", "--budget", str(options.budget), "--json", "-"]
    arguments = makefile.arguments()
    return line + (["--", *arguments] if arguments else [])


def first_words(record):
    """The message of a record: of its first finding, else of its build."""
    findings = record.get("findings") or [{}]
    return findings[0].get("message") or record.get("message") or ""


def survey_one(folder, options):
    """(program, verdict, message) of one folder."""
    makefile = Makefile((folder / "Makefile").read_text(errors="replace"))
    line = command(folder, makefile, options)
    if not line:
        return folder.name, NO_FILES, ""
    try:
        done = subprocess.run(
            line,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=4 * options.budget + 120,
        )
        record = json.loads(done.stdout)
        return folder.name, record["verdict"], first_words(record)
    except subprocess.TimeoutExpired:
        return folder.name, NO_RECORD, "It did not end."
    except (json.JSONDecodeError, KeyError):
        return folder.name, NO_RECORD, done.stderr.strip()


def first_error(message):
    """The first line of a message, without the place that it begins with."""
    line = message.strip().split("\n")[0]
    return re.sub(r"^\S+:\d+: (error: )?", "", line)


def summary(rows):
    """How often each verdict came out, and each first error of those that did not start."""
    verdicts = collections.Counter(verdict for _, verdict, _ in rows)
    started = sum(verdicts[verdict] for verdict in STARTED)
    text = [f"{started} of {len(rows)} programs start"]
    text += [f"{count:6}  {verdict}" for verdict, count in verdicts.most_common()]
    by_error = collections.defaultdict(list)
    for program, verdict, message in rows:
        if verdict not in STARTED and message:
            by_error[first_error(message)].append(program)
    if by_error:
        text += ["", "What keeps the others:"]
    for error, programs in sorted(by_error.items(), key=lambda item: -len(item[1])):
        text += [f"{len(programs):6}  {error[:120]}", f"        {' '.join(programs)}"]
    return "\n".join(text)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="whose subfolders are programs")
    parser.add_argument("--name", default="*", help="only folders of this pattern")
    parser.add_argument("--only", default="", help="only these folders, with commas")
    parser.add_argument("--jobs", type=int, default=1, help="programs at a time")
    parser.add_argument(
        "--budget", type=float, default=20, help="seconds for one program's schedule"
    )
    parser.add_argument("--csv", type=Path, help="write program, verdict, message there")
    parser.add_argument("--gridlock", type=Path, default=ROOT / "gridlock")
    options = parser.parse_args()
    only = set(filter(None, options.only.split(",")))
    folders = sorted(
        path.parent.resolve()
        for path in options.folder.glob("*/Makefile")
        if fnmatch.fnmatch(path.parent.name, options.name)
        and (not only or path.parent.name in only)
    )
    if not folders:
        sys.exit(f"{options.folder} has no folder {options.name} with a Makefile.")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda folder: survey_one(folder, options), folders))
    if options.csv:
        with open(options.csv, "w", newline="") as file:
            csv.writer(file).writerows([("program", "verdict", "message"), *rows])
    print(summary(rows))


if __name__ == "__main__":
    main()
