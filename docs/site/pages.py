"""The pages of the documentation: which there are, what each is made from, and where it
stands in the tree at the left."""

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
    return sorted(p for p in (root / "labs").glob("[0-9][0-9]_*") if (p / "lab.toml").exists())


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
    return Page(code_page(path), text + f"<!-- code: {source} -->\n", source,
                lab_page(path.parent))


def with_verdicts(root, text):
    """Behind each mistake that a text names, such as `01_last_block/no_fence`, the verdict
    that it must get; its name leads to its lab's table."""

    def replace(match):
        file = root / "solutions" / match[1] / "mistakes" / f"{match[2]}.cu"
        if not file.exists():
            return match[0]
        verdict = file.read_text().split("\n", 1)[0].partition("expect:")[2].strip()
        return f"[`{match[1]}/{match[2]}`](bank.md#{match[1]}) ({verdict})"

    return re.sub(r"`(\d\d_\w+)/(\w+)`", replace, text)


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
        pages.append(Page(name, text, f"docs/{name}.md", parent))
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
