"""Checks the links of a folder of HTML: every page, anchor and picture of its own that a
page leads to has to be there.  What is elsewhere on the web is not fetched."""

import html.parser
import pathlib
import sys
import urllib.parse


class Collector(html.parser.HTMLParser):
    """The anchors of a page, where it leads to, and pictures without a description."""

    def __init__(self):
        super().__init__()
        self.anchors = set()
        self.links = []
        self.bare_pictures = []

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(values[key] for key in ("id", "name") if values.get(key))
        for key in ("href", "src"):
            if values.get(key) is not None:
                self.links.append(values[key])
        if tag == "img" and not values.get("alt"):
            self.bare_pictures.append(values.get("src", ""))


def collect(folder):
    pages = {}
    for file in sorted(folder.glob("**/*.html")):
        page = Collector()
        page.feed(file.read_text(encoding="utf-8"))
        pages[file.resolve()] = page
    return pages


def dead_links(folder):
    """Sentences, one for each thing that is wrong."""
    pages = collect(folder)
    wrong = []
    for file, page in pages.items():
        name = file.relative_to(folder.resolve())
        for picture in page.bare_pictures:
            wrong.append(f"{name}: the picture {picture} has no description")
        for link in page.links:
            why = why_dead(link, file, pages)
            if why:
                wrong.append(f"{name}: {link}: {why}")
    return wrong


def why_dead(link, file, pages):
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc or link in ("", "#"):
        return ""
    target = file
    if parts.path:
        target = (file.parent / urllib.parse.unquote(parts.path)).resolve()
        if not target.exists():
            return "there is no such file"
    fragment = urllib.parse.unquote(parts.fragment)
    if fragment and target in pages and fragment not in pages[target].anchors:
        return "there is no such anchor"
    return ""


if __name__ == "__main__":
    found = dead_links(pathlib.Path(sys.argv[1]))
    for line in found:
        print(line, file=sys.stderr)
    sys.exit(1 if found else 0)
