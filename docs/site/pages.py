"""The pages of the documentation: which there are, what each is made from, and where it
stands in the tree at the left."""

import itertools
import pathlib
import re
from dataclasses import dataclass


class Problem(Exception):
    """Something in a page that has to be put right; the message says where."""


@dataclass
class Page:
    name: str  # Its file is NAME.html, and its anchors begin with it.
    text: str  # Markdown as on GitHub, with directives (directives.py).
    source: str  # Path in the repository, for messages and to resolve links from.
    parent: str = ""  # "" is the start page.


START = "index"

# Pages of docs/, in the order of the tree.
WRITTEN = [
    ("path", START),
    ("memory_model", START),
    ("glossary", START),
    ("simulator", START),
    ("verdicts", START),
    ("pictures", START),
    ("museum", START),
    ("bank", "museum"),
    ("results", START),
    ("commands", START),
    ("json", START),
    ("supported", START),
    ("instructors", START),
    ("interfaces", START),
    ("bibliography", START),
]
# About the instructor's side of the tree, which a course leaves out.
NEEDS_SOLUTIONS = {"bank"}


def labs_of(root):
    return sorted(
        p for p in (root / "labs").glob("[0-9][0-9]_*") if (p / "lab.toml").exists()
    )


def lab_page(lab):
    return "lab_" + lab.name[:2]


def code_page(path):
    """The page that shows a file of a lab, such as lab_01_block_fold_cuh."""
    return "lab_" + path.parent.name[:2] + "_" + re.sub(r"\W", "_", path.name)


def files_to_show(lab):
    """The lab's files that its sheet sends a reader to."""
    links = re.findall(r"\]\(([\w.]+\.cuh?)\)", (lab / "README.md").read_text())
    return [lab / name for name in dict.fromkeys(links) if (lab / name).exists()]


def next_on_path(root, lab):
    """A line that leads to the lab behind this one on the path; "" at its end."""
    path = (root / "docs/path.md").read_text()
    stations = re.findall(r"\[([^\]]+)\]\(\.\./labs/(\w+)/README\.md\)", path)
    names = [name for _, name in stations]
    at = names.index(lab.name) if lab.name in names else len(names)
    if at + 1 >= len(names):
        return ""
    title, name = stations[at + 1]
    return f"\n**Next on [the path](../../docs/path.md):** [lab {title}](../{name}/README.md)\n"


def sheet(root, lab):
    """The lab's README.md, with its picture behind the first section."""
    text = (lab / "README.md").read_text() + next_on_path(root, lab)
    picture = f"<!-- picture: {lab.name} -->\n\n"
    second = [m.start() for m in re.finditer(r"^## ", text, re.M)][1:2]
    at = second[0] if second else len(text)
    source = str((lab / "README.md").relative_to(root))
    return Page(lab_page(lab), text[:at] + picture + text[at:], source, "path")


def shown_file(root, path):
    source = str(path.relative_to(root))
    text = f"# {path.name}\n\nThis is `{source}`, as it is handed out.\n\n"
    return Page(
        code_page(path),
        text + f"<!-- code: {source} -->\n",
        source,
        lab_page(path.parent),
    )


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
        words = [
            line[2:].strip()
            for line in head[1:]
            if not re.match("// *(without:|overlay$)", line)
        ]
        self.story = " ".join(words).strip()

    def difference(self):
        """As Markdown."""
        gone = ", ".join(f"`{name}`" for name in self.without)
        return "\n\n".join(
            part
            for part in (
                f"Without {gone} of the reference." if gone else "",
                f"```cuda\n{self.code}\n```" if self.code else "",
            )
            if part
        )


def mistakes_of(root, lab):
    return [
        Mistake(file)
        for file in sorted((root / "solutions" / lab / "mistakes").glob("*.cu"))
    ]


def escaped(text):
    """A story as Markdown: what looks like code is marked as such."""
    return re.sub(r"(?<!\S)(\S*(?:[_*<\[]|\(\))\S*?)(?=[.,;:?!]*(?:\s|$))", r"`\1`", text)


def differences(root, lab):
    """What each mistake of a lab changes in its reference."""
    parts = [
        f"# {lab}: what each mistake changes\n",
        f"These are the files of `solutions/{lab}/mistakes/`. Each holds only what differs from "
        "the reference; `// ...` stands for lines of the reference. "
        "[The bank](../../docs/bank.md) says when each is found.\n",
    ]
    for mistake in mistakes_of(root, lab):
        parts.append(
            f"## {mistake.name}\n\n{escaped(mistake.story)} "
            f"({mistake.verdict})\n\n{mistake.difference()}\n"
        )
    return Page(
        difference_page(lab), "\n".join(parts), f"solutions/{lab}/mistakes", "bank"
    )


def difference_page(lab):
    return "bank_" + lab[:2]


def with_verdicts(root, text):
    """Behind each mistake that a text names, such as `01_last_block/no_fence`, the verdict
    that it must get; its name leads to what it changes.  Behind the paragraph that begins
    with "In the bank" stands what the first of them changes, if that is short."""
    lines_max = 32

    def file_of(match):
        return root / "solutions" / match[1] / "mistakes" / f"{match[2]}.cu"

    def replace(match):
        if not file_of(match).exists():
            return match[0]
        verdict = Mistake(file_of(match)).verdict
        return f"[`{match[1]}/{match[2]}`](../solutions/{match[1]}/mistakes#{match[2]}) ({verdict})"

    name = re.compile(r"`(\d\d_\w+)/(\w+)`")
    out = []
    for paragraph in text.split("\n\n"):
        out.append(name.sub(replace, paragraph))
        first = name.search(paragraph)
        if not paragraph.startswith("**In the bank:**") or not first:
            continue
        mistake = Mistake(file_of(first)) if file_of(first).exists() else None
        if mistake and mistake.is_overlay and mistake.code.count("\n") < lines_max:
            out.append(mistake.difference())
    return "\n\n".join(out)


def all_pages(root):
    """Every page of this tree, in the order in which they are listed."""
    has_solutions = (root / "solutions").is_dir()
    pages = [Page(START, (root / "docs/README.md").read_text(), "docs/README.md")]
    for name, parent in WRITTEN:
        if name in NEEDS_SOLUTIONS and not has_solutions:
            continue
        text = (root / f"docs/{name}.md").read_text()
        if name == "museum":
            text = with_verdicts(root, text)
        labs = [lab.name for lab in labs_of(root)]
        if name == "bank":
            links = [f"[{lab}](../solutions/{lab}/mistakes)" for lab in labs]
            text += "\n\nWhat each of them changes: " + ",\n".join(links) + ".\n"
        pages.append(Page(name, text, f"docs/{name}.md", parent))
        if name == "bank":
            pages += [differences(root, lab) for lab in labs]
        if name == "path":
            for lab in labs_of(root):
                pages.append(sheet(root, lab))
                pages += [shown_file(root, path) for path in files_to_show(lab)]
    return pages


def targets_of(root, pages):
    """The page for each path in the repository that has one."""
    targets = {page.source: page.name for page in pages}
    targets["grader/sim/cuda/README.md"] = "supported"
    targets["grader/sim/README.md"] = "simulator"
    targets["README.md"] = START
    return targets


def repository_root():
    return pathlib.Path(__file__).resolve().parents[2]
