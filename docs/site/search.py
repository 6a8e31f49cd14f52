"""The index of the search: every section of the pages with its words, and the reference of
the headers by name.  Doxygen's own search knows names only, and its frames are forbidden to
pages that a browser opens from a disk."""

import html.parser
import json

HEADINGS = {"h1", "h2", "h3", "h4"}
LEFT_OUT = {"script", "style"}
VOID = {"img", "br", "hr", "input", "link", "meta", "col"}


class Sections(html.parser.HTMLParser):
    """The sections of a page: anchor, heading and text of each."""

    def __init__(self):
        super().__init__()
        self.title = ""
        self.sections = [["", "", []]]
        self.where = []  # What is open: "title", "contents", "heading", "out" or "".

    def handle_starttag(self, tag, attributes):
        if tag in VOID:
            return
        values = dict(attributes)
        kind = ""
        if tag in LEFT_OUT:
            kind = "out"
        elif "title" in values.get("class", "").split():
            kind = "title"
        elif values.get("class") == "contents":
            kind = "contents"
        elif tag in HEADINGS and "contents" in self.where:
            kind = "heading"
            self.sections.append(["", "", []])
        if tag == "a" and "heading" in self.where and values.get("id"):
            self.sections[-1][0] = values["id"]
        self.where.append(kind)

    def handle_endtag(self, tag):
        if tag not in VOID and self.where:
            self.where.pop()

    def handle_data(self, data):
        if "out" in self.where:
            return
        if "title" in self.where:
            self.title += data
        elif "heading" in self.where:
            self.sections[-1][1] += data
        elif "contents" in self.where:
            self.sections[-1][2].append(data)


def read_sections(text):
    page = Sections()
    page.feed(text)
    return page


def one_line(text):
    return " ".join(text.split())


def index_of(folder, names):
    """Rows of [address, page, heading, text]; `names` are the pages to index in full."""
    rows = []
    for name in names:
        page = read_sections((folder / f"{name}.html").read_text(encoding="utf-8"))
        for anchor, heading, text in page.sections:
            rows.append(
                [
                    f"{name}.html" + (f"#{anchor}" if anchor else ""),
                    one_line(page.title),
                    one_line(heading),
                    one_line(" ".join(text)),
                ]
            )
    for file in sorted(folder.glob("*.html")):
        if file.name.startswith(("class", "struct")) and "-members" not in file.name:
            title = one_line(read_sections(file.read_text(encoding="utf-8")).title)
            rows.append([file.name, title, "", ""])
    return rows


def write_index(folder, names):
    rows = json.dumps(index_of(folder, names), ensure_ascii=False, separators=(",", ":"))
    (folder / "search_index.js").write_text(
        f"window.searchIndex = {rows};\n", encoding="utf-8"
    )
