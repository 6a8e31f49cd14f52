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


def read_mistake(lab, name, marked=()):
    """Its story, its verdict, and what it changes, as Markdown; lines of its file are marked."""
    file = ROOT / "solutions" / lab / "mistakes" / f"{name}.cu"
    story, without, code = read(file)
    text = file.read_text()
    before = text.count("\n", 0, text.find(code))
    lines = ",".join(str(line - before) for line in sorted(marked) if line > before)
    head = f"{{code-block}} cuda\n:emphasize-lines: {lines}\n" if lines else "cuda"
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
