"""The bank of mistakes as Markdown: what each wrong submission changes in the reference."""

import functools
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = r"`(\d\d_\w+)/(\w+)`"  # Such as `01_last_block/no_fence`.


@functools.cache
def told_by(folder):
    """What the grader says of each file in this folder of the labs' solutions:
    {"01_last_block/no_fence": {"story": ..., "without": [...], "verdict": ...}, ...}"""
    call = [os.environ["GRIDLOCK"], "reference", folder]
    return json.loads(subprocess.check_output(call))


def story_of(folder, name):
    """The story of a file as Markdown: what looks like code is marked as such."""
    looks_like_code = r"(?<!\S)(\S*(?:[_*<\[]|\(\))\S*?)(?=('s?)?[.,;:?!]*(?:\s|$))"
    return re.sub(looks_like_code, r"`\1`", told_by(folder)[name]["story"])


def read_mistake(lab, name, marked=(), mark=(), missing=()):
    """A mistake's story, its verdict, and what it changes, as Markdown.  Lines whose numbers
    are in `marked`, or that begin with a `mark`, stand out.  Ahead of a line that begins with
    a `missing`, a comment says that a line is missing; it stands out, too.
    """
    file = ROOT / "solutions" / lab / "mistakes" / f"{name}.cu"
    told = told_by("mistakes")[f"{lab}/{name}"]
    code = re.sub("^(//.*\n)*", "", file.read_text()).strip("\n")
    rows, lines, all_rows = [], [], code.split("\n")
    before = len(file.read_text().strip("\n").split("\n")) - len(all_rows)
    for text in (*mark, *missing):
        if not any(row.startswith(text) for row in all_rows):
            raise ValueError(f'no line of {file} begins with "{text}"')
    for number, row in enumerate(all_rows, before + 1):
        if row.startswith(missing):
            rows.append(re.match(" *", row)[0] + "// A line is missing here.")
            lines.append(str(len(rows)))
        rows.append(row)
        if number in marked or row.startswith(mark):
            lines.append(str(len(rows)))
    look = f"{{code-block}} cuda\n:emphasize-lines: {','.join(lines)}\n"
    head, code = look if lines else "cuda", "\n".join(rows)
    gone = ", ".join(f"`{name}`" for name in told["without"])
    change = f"Without {gone} of the reference.\n\n" * bool(gone)
    change += f"```{head}\n{code}\n```" * bool(code)
    return story_of("mistakes", f"{lab}/{name}"), told["verdict"], change.strip()


def differences(lab):
    """What each mistake of a lab changes in its reference."""
    text = ""
    for file in sorted((ROOT / "solutions" / lab / "mistakes").glob("*.cu")):
        story, verdict, change = read_mistake(lab, file.stem)
        text += f"## {file.stem}\n\n{story} ({verdict})\n\n{change}\n\n"
    return text


def with_verdicts(text, up=""):
    """A text of docs/, with the verdict behind each mistake that it names, and a link from the
    name to what the mistake changes; `up` leads from the text's folder to docs/."""

    def add_verdict(match):
        verdict = read_mistake(*match.groups())[1]
        return f"[{match[0]}]({up}bank/{match[1]}.md#{match[2]}) ({verdict})"

    return re.sub(NAME, add_verdict, text)
