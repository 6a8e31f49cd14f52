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


def read_mistake(lab, name):
    """Its story, its verdict, and what it changes, as Markdown."""
    story, without, code = read(ROOT / "solutions" / lab / "mistakes" / f"{name}.cu")
    gone = ", ".join(f"`{name}`" for name in without)
    change = f"Without {gone} of the reference.\n\n" * bool(gone)
    change += f"```cuda\n{code}\n```" * bool(code)
    return story, expected()[f"{lab}/{name}"], change.strip()


def differences(lab):
    """What each mistake of a lab changes in its reference."""
    text = ""
    for file in sorted((ROOT / "solutions" / lab / "mistakes").glob("*.cu")):
        story, verdict, change = read_mistake(lab, file.stem)
        text += f"## {file.stem}\n\n{story} ({verdict})\n\n{change}\n\n"
    return text


def with_verdicts(text):
    """Behind each mistake that a text of docs/ names, its verdict; its name leads to what it
    changes, which stands behind a paragraph "In the bank" for the first one in it."""

    def add_verdict(match):
        verdict = read_mistake(*match.groups())[1]
        return f"[{match[0]}](bank/{match[1]}.md#{match[2]}) ({verdict})"

    def add_change(match):
        return f"{match[0]}\n\n{read_mistake(*match.groups())[2]}"

    in_the_bank = re.compile(rf"^\*\*In the bank:\*\* {NAME}(?:.|\n.)*", re.M)
    return re.sub(NAME, add_verdict, in_the_bank.sub(add_change, text))
