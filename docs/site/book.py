"""gridlock's part of the book, an extension of Sphinx: it expands what comments ask for
(expand.py), fills the sidebar, shows the files of code that pages link to, and writes the
index of the search."""

import json
import os
import pathlib
import posixpath
import re
import xml.etree.ElementTree

import bank
import expand
from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder
from sphinx.errors import SphinxError

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s:]+)\)")
CODE_SPAN = re.compile(r"(`+)(.+?)\1", re.S)
# Files without a page whose words stand in one.
PAGE_OF = {
    "README.md": "docs/README.md",
    "grader/sim/README.md": "docs/simulator.md",
    "grader/sim/cuda/README.md": "docs/supported.md",
}


def address(page):
    """All pages lie in one folder: labs/01_last_block/README is lab_01.html."""
    page = page.replace("docs/README", "index").replace("/README", "")
    page = re.sub(r"^labs/(\d\d)_\w+", r"lab_\1", page)
    page = re.sub(r"^docs/bank/(\d\d)_\w+", r"bank_\1", page)
    return re.sub(r"\W", "_", page.replace("docs/", "")) + ".html"


class Book(StandaloneHTMLBuilder):
    name = "book"
    search = False  # Sphinx's needs a server for its excerpts; see search.js.

    def get_target_uri(self, docname, typ=None):
        return address(docname)

    def get_outfilename(self, pagename):
        return str(pathlib.Path(self.outdir, address(pagename)))


class Print(SingleFileHTMLBuilder):
    """The whole book on one page."""

    name = "print"
    search = False

    def get_target_uri(self, docname, typ=None):
        return f"print.html#document-{docname}"

    def get_outfilename(self, pagename):
        return str(pathlib.Path(self.outdir, "print.html"))

    def fix_refuris(self, tree):
        for link in tree.findall(nodes.reference):
            if link.get("refuri", "").startswith("print.html#"):
                link["refuri"] = "#" + link["refuri"].rpartition("#")[2]


# ---- What is read ------------------------------------------------------------------------


def labs_on_the_path():
    text = (ROOT / "docs/path.md").read_text()
    return re.findall(r"\(\.\./(labs/\w+/README)\.md\)", text)


def contents(caption, pages):
    lines = [
        "```{toctree}",
        ":hidden:",
        f":caption: {caption}" if caption else "",
        *pages,
    ]
    return "\n\n" + "\n".join(line for line in lines if line) + "\n```\n"


def read(app, docname, source):
    """Makes Markdown for MyST from Markdown for GitHub."""
    path = f"{docname}.md"
    text = source[0]
    try:
        text = app.book_maker.expand(path, text)
    except expand.Problem as problem:
        raise SphinxError(str(problem)) from problem
    if docname == "docs/museum":
        text = bank.with_verdicts(ROOT, text)
    if docname == "docs/bank":
        files = sorted((ROOT / "docs/bank").glob("*.md"))
        text += contents("", [f"/docs/bank/{file.stem}" for file in files])
    if docname == app.config.root_doc:
        for caption, pages in app.config.book_parts.items():
            if caption == "The path":
                pages = [*pages, *labs_on_the_path()]
            there = [f"/{page}" for page in pages if page in app.env.found_docs]
            text += contents(caption, there or ["Start <self>"])
    source[0] = with_links(path, text, app.env.found_docs)


def with_links(path, text, pages):
    """A link to a file that has no page becomes its words and the file's path."""
    spans = [match.span() for match in CODE_SPAN.finditer(text)]
    folder = posixpath.dirname(path)

    def replace(match):
        words, (file, _, anchor) = match[1], match[2].partition("#")
        inside = any(a < match.start() and match.end() < b for a, b in spans)
        whole = posixpath.normpath(posixpath.join(folder, file))
        whole = PAGE_OF.get(whole, whole)
        if inside or not file or re.search(r"\.cuh?$", whole):
            return match[0]
        if whole[: -len(".md")] in pages:
            target = posixpath.relpath(whole, folder) + (f"#{anchor}" if anchor else "")
            return f"[{words}]({target})"
        return words if whole in words else f"{words} (`{whole}`)"

    return LINK.sub(replace, text)


def link_code(app, doctree):
    """Links to files of code lead to pages that show them."""
    for node in list(doctree.findall(addnodes.download_reference)):
        folder = posixpath.dirname(node["refdoc"])
        file = posixpath.normpath(posixpath.join(folder, node["reftarget"]))
        app.env.book_code.add(file)
        node.replace_self(
            nodes.reference("", "", *node.children, internal=True, refuri=address(file))
        )


# ---- What is written ---------------------------------------------------------------------


def code_pages(app):
    for file in sorted(app.env.book_code):
        code = app.builder.highlighter.highlight_block(
            (ROOT / file).read_text(), "cuda", linenos="inline"
        )
        title = posixpath.basename(file)
        body = f"<h1>{title}</h1><p>This is <code>{file}</code>, as it is handed out.</p>"
        yield file, {"title": title, "body": body + code}, "page.html"


def sections(env, docname):
    """Rows of [address, page, heading, text] for each section of a page."""
    page = env.titles[docname].astext()
    for section in env.get_doctree(docname).findall(nodes.section):
        title, *rest = section.children
        own = [child for child in rest if not isinstance(child, nodes.section)]
        words = [
            text.astext()
            for child in own
            for text in child.findall(nodes.Text)
            if not isinstance(text.parent, (nodes.raw, nodes.comment))
        ]
        first = isinstance(section.parent, nodes.document)
        where = address(docname) + ("" if first else f"#{section['ids'][0]}")
        text = " ".join(" ".join(words).split())
        yield [where, page, "" if first else title.astext(), text]


def bundle_theme(static):
    """Debian's Furo takes a style sheet from a server's root, loads a script as a module,
    which browsers refuse to pages from a disk, and lost the rule that follows the system's
    dark mode."""
    css, script = static / "styles/furo.css", static / "scripts/furo.js"
    style = css.read_text()
    for url in re.findall(r"@import url\((/javascript/.*?)\);", style):
        own = pathlib.Path(f"/usr/share{url}").read_text()
        style = style.replace(f"@import url({url});", own)
    if "prefers-color-scheme" not in style:
        dark = re.search(
            r'@media not print {\s*body\[data-theme="dark".*?; } }', style, re.S
        )[0]
        dark = dark.replace("not print", "screen and (prefers-color-scheme: dark)")
        style += dark.replace('"dark"', '"auto"')
    css.write_text(style)
    module = 'import Gumshoe from "./gumshoe-patched.js";'
    own = (static / "scripts/gumshoe-patched.js").read_text()
    script.write_text(script.read_text().replace(module, own))


def finish(app, problem):
    if problem or app.builder.name != "book":
        return
    out = pathlib.Path(app.outdir)
    bundle_theme(out / "_static")
    rows = [row for page in sorted(app.env.found_docs) for row in sections(app.env, page)]
    for tag in out.glob("headers/*.tag"):  # The reference of the headers, by name.
        for kind in ("class", "struct"):
            for item in xml.etree.ElementTree.parse(tag).iterfind(f"*[@kind='{kind}']"):
                rows.append(
                    [
                        f"headers/{item.findtext('filename')}",
                        item.findtext("name"),
                        "",
                        "",
                    ]
                )
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    (out / "search_index.js").write_text(
        f"window.searchIndex = {text};\n", encoding="utf-8"
    )


def begin(app):
    app.book_maker = expand.Maker(
        ROOT,
        os.environ["GRIDLOCK"],
        os.environ["GRIDLOCK_BUILD_DIR"],
        pathlib.Path(app.config.html_extra_path[0]),
    )


def begin_reading(app, env, docnames):
    env.book_code = getattr(env, "book_code", set())


def setup(app):
    app.add_config_value("book_parts", {}, "env")
    app.add_builder(Book)
    app.add_builder(Print)
    app.connect("builder-inited", begin)
    app.connect("env-before-read-docs", begin_reading)
    app.connect("source-read", read)
    app.connect("doctree-read", link_code, priority=400)  # Before they are copied.
    app.connect("html-collect-pages", code_pages)
    app.connect("build-finished", finish)
    return {"parallel_read_safe": False}
