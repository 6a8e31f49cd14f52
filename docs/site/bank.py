"""The bank of mistakes as Markdown: what each wrong submission changes in the reference."""

import itertools
import re

LINES_MAX = 32  # Of code that is shown within another text.


class Mistake:
    """A file of the bank: its verdict, its story, and its code, which is mostly only what
    differs from the reference."""

    def __init__(self, file):
        self.name = file.stem
        lines = file.read_text().rstrip("\n").split("\n")
        head = list(itertools.takewhile(lambda line: line.startswith("//"), lines))
        self.code = "\n".join(lines[len(head) :]).strip("\n")
        self.verdict = head[0].partition("expect:")[2].strip() if head else ""
        self.without = [
            line.partition("without:")[2].strip()
            for line in head
            if re.match("// *without:", line)
        ]
        self.is_overlay = any(re.match("// *overlay$", line) for line in head)
        about = [s for s in head[1:] if not re.match("// *(without:|overlay$)", s)]
        self.story = " ".join(line[2:].strip() for line in about).strip()

    def difference(self):
        """As Markdown."""
        gone = ", ".join(f"`{name}`" for name in self.without)
        parts = [f"Without {gone} of the reference."] if gone else []
        parts += [f"```cuda\n{self.code}\n```"] if self.code else []
        return "\n\n".join(parts)


def escaped(text):
    """A story as Markdown: what looks like code is marked as such."""
    return re.sub(r"(?<!\S)(\S*(?:[_*<\[]|\(\))\S*?)(?=[.,;:?!]*(?:\s|$))", r"`\1`", text)


def differences(root, lab):
    """What each mistake of a lab changes in its reference."""
    files = sorted((root / "solutions" / lab / "mistakes").glob("*.cu"))
    return "\n\n".join(
        f"## {mistake.name}\n\n{escaped(mistake.story)} ({mistake.verdict})\n\n"
        + mistake.difference()
        for mistake in map(Mistake, files)
    )


def with_verdicts(root, text):
    """Behind each mistake that a text of docs/ names, such as `01_last_block/no_fence`, the
    verdict that it must get; its name leads to what it changes.  Behind the paragraph that
    begins with "In the bank" stands what the first of them changes, if that is short."""

    def mistake_of(match):
        file = root / "solutions" / match[1] / "mistakes" / f"{match[2]}.cu"
        return Mistake(file) if file.exists() else None

    def replace(match):
        mistake = mistake_of(match)
        if not mistake:
            return match[0]
        link = f"[`{match[1]}/{match[2]}`](bank/{match[1]}.md#{match[2]})"
        return f"{link} ({mistake.verdict})"

    name = re.compile(r"`(\d\d_\w+)/(\w+)`")
    out = []
    for paragraph in text.split("\n\n"):
        out.append(name.sub(replace, paragraph))
        first = name.search(paragraph)
        if not paragraph.startswith("**In the bank:**") or not first:
            continue
        mistake = mistake_of(first)
        if mistake and mistake.is_overlay and mistake.code.count("\n") < LINES_MAX:
            out.append(mistake.difference())
    return "\n\n".join(out)
