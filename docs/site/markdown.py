"""Turns Markdown as GitHub shows it into Markdown as Doxygen reads it: headings get the
anchors that GitHub would give them, links lead to the pages made here, and code is marked
as C++."""

import posixpath
import re

FENCE = re.compile(r"^\s*(```+|~~~+)\s*(\S*)\s*$")
HEADING = re.compile(r"^(#{1,6}) +(.*?) *$")
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
CODE_SPAN = re.compile(r"(`+)(.+?)\1", re.S)
AS_CPP = {"cuda", "cpp", "c++", "c"}


def slug(heading):
    """The anchor that GitHub gives a heading."""
    text = re.sub(r"[^\w\- ]", "", heading.strip().lower().replace("`", ""))
    return text.replace(" ", "-")


def anchor(page, heading):
    """Anchors of Doxygen are for all pages, so they begin with the page's name."""
    return f"{page}_{slug(heading)}"


def lines_with_state(text):
    """Each line with whether it belongs to a block of code, its fences included."""
    fence = ""
    for line in text.split("\n"):
        match = FENCE.match(line)
        if fence:
            yield line, True
            if match and match[1].startswith(fence) and not match[2]:
                fence = ""
        elif match:
            fence = match[1]
            yield line, True
        else:
            yield line, False


def title_of(text):
    for line, in_code in lines_with_state(text):
        match = HEADING.match(line)
        if match and not in_code:
            return match[2].replace("`", "")
    return ""


class Converter:
    """Converts the text of one page."""

    def __init__(self, page, targets, children):
        self.page = page
        self.targets = targets  # Path in the repository -> name of a page.
        self.children = children  # Names of pages that are listed below this one.

    def convert(self, text):
        self.mentioned = set()
        self.anchors = set()
        out, paragraph, heading_seen = [], [], False

        def end_paragraph():
            out.extend(self.links("\n".join(paragraph)).split("\n") if paragraph else [])
            paragraph.clear()

        for line, in_code in lines_with_state(text):
            heading = HEADING.match(line)
            if not in_code and not heading and line.strip():
                paragraph.append(line)  # A link may go over the end of a line.
                continue
            end_paragraph()
            if in_code:
                out.append(self.fence(line))
            elif heading:
                out.append(self.heading(heading, first=not heading_seen))
                heading_seen = True
            else:
                out.append(line)
        end_paragraph()
        return "\n".join(out)

    def fence(self, line):
        match = FENCE.match(line)
        if match and match[2] in AS_CPP:
            return line.replace(match[2], "{.cpp}")
        return line

    def heading(self, match, first):
        # Code in a heading would stand in the tree with its marks.
        text = match[2].replace("`", "")
        if first and len(match[1]) == 1:
            name = "mainpage" if self.page.name == "index" else self.page.name
            return f"# {text} {{#{name}}}"
        name = anchor(self.page.name, text)
        if name in self.anchors:  # A second heading of the same words has no anchor.
            return f"{match[1]} {text}"
        self.anchors.add(name)
        return f"{match[1]} {text} {{#{name}}}"

    def links(self, text):
        # A link may have code in its words, but nothing within code is a link.
        spans = [m.span() for m in CODE_SPAN.finditer(text)]

        def replace(match):
            if any(a < match.start() and match.end() < b for a, b in spans):
                return match[0]
            # The tree has the order of the start page's table, whatever its text names first.
            line_start = text.rfind("\n", 0, match.start()) + 1
            self.may_list = self.page.name != "index" or text[line_start] == "|"
            return self.link(match[1], match[2])

        return LINK.sub(replace, text)

    def link(self, words, target):
        if "://" in target or target.startswith("mailto:"):
            return f"[{words}]({target})"
        path, _, fragment = target.partition("#")
        source = self.page.source
        folder = posixpath.dirname(source)
        whole = posixpath.normpath(posixpath.join(folder, path)) if path else source
        name = self.targets.get(whole)
        if name is None:  # A file without a page: the reader has it in the repository.
            return f"{words} (`{whole}`)" if whole not in words else words
        if (
            self.may_list
            and name in self.children
            and not fragment
            and name not in self.mentioned
        ):
            self.mentioned.add(name)
            return f'\\subpage {name} "{words.replace("`", "")}"'
        return f"[{words}]({name}.html{'#' + name + '_' + fragment if fragment else ''})"
