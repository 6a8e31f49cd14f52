"""gridlock's part of the book, an extension of Sphinx: it expands what comments ask for
(expand.py), fills the sidebar, shows the files of code that pages link to, and writes the
index of the search."""

import json
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
        return f"#document-{docname}"

    def get_outfilename(self, pagename):
        return str(pathlib.Path(self.outdir, "print.html"))

    def fix_refuris(self, tree):
        for link in tree.findall(nodes.reference):
            if link.get("refuri", "").startswith("#"):
                link["refuri"] = "#" + link["refuri"].rpartition("#")[2]


# ---- What is read ------------------------------------------------------------------------


def read(app, docname, source):
    """Makes Markdown for MyST from Markdown for GitHub."""
    text = expand.expand(f"{docname}.md", source[0])
    if docname == "docs/museum" and (bank.ROOT / "solutions").is_dir():
        text = bank.with_verdicts(text)
    if docname == "docs/bank":
        text += contents("", ["bank/*"])
    if docname == app.config.root_doc:
        for caption, pages in app.config.book_parts.items():
            text += contents(caption, pages)
    source[0] = text


def contents(caption, pages):
    named = f":caption: {caption}\n" if caption else ""
    return f"\n\n```{{toctree}}\n:hidden:\n:glob:\n{named}" + "\n".join(pages) + "\n```\n"


def link_code(app, doctree):
    """Links to files of code lead to pages that show them."""
    for node in list(doctree.findall(addnodes.download_reference)):
        file, _ = app.env.relfn2path(node["reftarget"], node["refdoc"])
        app.env.book_code = {file, *getattr(app.env, "book_code", [])}
        node.replace_self(
            nodes.reference("", "", *node.children, internal=True, refuri=address(file))
        )


# ---- What is written ---------------------------------------------------------------------


def code_pages(app):
    for file in sorted(app.env.book_code):
        code = app.builder.highlighter.highlight_block(
            (bank.ROOT / file).read_text(), "cuda", linenos="inline"
        )
        title = posixpath.basename(file)
        body = f"<h1>{title}</h1><p>This is <code>{file}</code>, as it is handed out.</p>"
        yield file, {"title": title, "body": body + code}, "page.html"


def sections(env, docname):
    """Rows of [address, page, heading, text] for each section of a page."""
    page = env.titles[docname].astext()
    silent = (nodes.section, nodes.raw, nodes.comment)
    for section in env.get_doctree(docname).findall(nodes.section):
        title, *rest = section.children
        words = " ".join(part.astext() for part in rest if not isinstance(part, silent))
        is_page = isinstance(section.parent, nodes.document)
        where = address(docname) + ("" if is_page else f"#{section['ids'][0]}")
        yield [where, page, "" if is_page else title.astext(), " ".join(words.split())]


def headers(folder):
    """Rows for the reference of the headers, which Doxygen made."""
    for item in xml.etree.ElementTree.parse(folder / "headers.tag").iterfind("compound"):
        if item.get("kind") in ("class", "struct"):
            yield [f"headers/{item.findtext('filename')}", item.findtext("name"), "", ""]


def bundle_theme(static):
    """Debian's Furo takes a style sheet from a server's root, loads a script as a module,
    which browsers refuse to pages from a disk, and lost the rule that follows the system's
    dark mode."""
    css, script = static / "styles/furo.css", static / "scripts/furo.js"
    style = re.sub(
        r"@import url\((/javascript/.*?)\);",
        lambda match: pathlib.Path(f"/usr/share{match[1]}").read_text(),
        css.read_text(),
    )
    if "prefers-color-scheme" not in style:
        dark = re.search(
            r'@media not print {\s*body\[data-theme="dark".*?; } }', style, re.S
        )
        dark = dark[0].replace("not print", "screen and (prefers-color-scheme: dark)")
        style += dark.replace('"dark"', '"auto"')
    css.write_text(style)
    own = (static / "scripts/gumshoe-patched.js").read_text()
    module = 'import Gumshoe from "./gumshoe-patched.js";'
    script.write_text(script.read_text().replace(module, own))


def finish(app, problem):
    if problem or app.builder.name != "book":
        return
    out = pathlib.Path(app.outdir)
    bundle_theme(out / "_static")
    rows = [row for page in sorted(app.env.found_docs) for row in sections(app.env, page)]
    index = json.dumps(rows + list(headers(out / "headers")), ensure_ascii=False)
    (out / "search_index.js").write_text(f"window.searchIndex = {index};\n", "utf-8")


def setup(app):
    app.add_config_value("book_parts", {}, "env")
    app.add_builder(Book)
    app.add_builder(Print)
    app.connect("source-read", read)
    app.connect("doctree-read", link_code, priority=400)  # Before they are copied.
    app.connect("html-collect-pages", code_pages)
    app.connect("build-finished", finish)
    return {"parallel_read_safe": False}
