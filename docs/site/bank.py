"""The bank of mistakes as Markdown: what each wrong submission changes in the reference."""

import functools
import json
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAME = r"`(\d\d_\w+)/(\w+)`"  # Such as `01_last_block/no_fence`.
FOR_THE_GRADER = re.compile(
    r"^// *(?:(?:expect|no cure|timed in|without):.*|overlay)\n", re.M
)


@functools.cache
def expected():
    """What each mistake must get, as the grader reads it: {"01_last_block/no_fence": ...}"""
    call = [os.environ["GRIDLOCK"], "reference", "mistakes"]
    return json.loads(subprocess.check_output(call))


def read(file):
    """The story that the comment at its head tells, what it leaves out of the reference, and
    its code.  The story is Markdown: what looks like code is marked as such."""
    head, code = re.match(r"((?://.*\n)*)((?s:.*))", file.read_text()).groups()
    story = re.sub("^//", "", FOR_THE_GRADER.sub("", head), flags=re.M)
    looks_like_code = r"(?<!\S)(\S*(?:[_*<\[]|\(\))\S*?)(?=('s?)?[.,;:?!]*(?:\s|$))"
    story = re.sub(looks_like_code, r"`\1`", " ".join(story.split()))
    return story, re.findall("^// *without: *(.*)", head, re.M), code.strip("\n")


def read_mistake(lab, name, marked=(), mark=(), missing=()):
    """Its story, its verdict, and what it changes, as Markdown.  Lines with these numbers or
    that begin with a `mark` are marked, and so is, ahead of a `missing`, a missing line.
    """
    file = ROOT / "solutions" / lab / "mistakes" / f"{name}.cu"
    story, without, code = read(file)
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
    gone = ", ".join(f"`{name}`" for name in without)
    change = f"Without {gone} of the reference.\n\n" * bool(gone)
    change += f"```{head}\n{code}\n```" * bool(code)
    return story, expected()[f"{lab}/{name}"], change.strip()


def differences(lab):
    """What each mistake of a lab changes in its reference."""
    text = ""
    for file in sorted((ROOT / "solutions" / lab / "mistakes").glob("*.cu")):
        story, verdict, change = read_mistake(lab, file.stem)
        text += f"## {file.stem}\n\n{story} ({verdict})\n\n{change}\n\n"
    return text


def with_verdicts(text, up=""):
    """Behind each mistake that a text of docs/ names, its verdict; its name leads to what it
    changes; `up` leads from the text's folder to docs/."""

    def add_verdict(match):
        verdict = read_mistake(*match.groups())[1]
        return f"[{match[0]}]({up}bank/{match[1]}.md#{match[2]}) ({verdict})"

    return re.sub(NAME, add_verdict, text)
