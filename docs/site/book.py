"""gridlock's part of the book, an extension of Sphinx: it expands what comments ask for
(expand.py), fills the sidebar, shows the files of code that pages link to, and writes the
index of the search."""

import html
import json
import os
import pathlib
import re

import bank
import expand
from docutils import nodes
from sphinx import addnodes
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.builders.singlehtml import SingleFileHTMLBuilder


def address(page):
    """All pages lie in one folder: labs/01_last_block/README is lab_01.html."""
    page = page.replace("docs/README", "index").replace("/README", "")
    page = re.sub(r"^(lab|docs/bank)s?/(\d\d)_\w+", r"\1_\2", page)
    return re.sub(r"\W", "_", page.replace("docs/", "")) + ".html"


LEXERS = {".sh": "bash", ".yml": "yaml", ".ipynb": "json", "": "docker"}


class Book(StandaloneHTMLBuilder):
    name = "book"
    search = False  # Sphinx's needs a server for its excerpts; see search.js.

    def get_target_uri(self, docname, typ=None):
        return address(docname)

    def get_outfilename(self, pagename):
        return f"{self.outdir}/{address(pagename)}"

    def gen_additional_pages(self):
        for name, docname in self.env.book_code.items():
            file = pathlib.Path(name)
            code = (bank.ROOT / file).read_text()
            lexer = LEXERS.get(file.suffix, "cuda")
            code = self.highlighter.highlight_block(code, lexer, linenos="inline")
            title = html.escape(self.env.titles[docname].astext())
            back = f'<a href="{address(docname)}">{title}</a>'
            about = f"This is <code>{file}</code>, as it is handed out. Back to {back}."
            body = f"<h1>{file.name}</h1><p>{about}</p>{code}"
            self.handle_page(name, {"title": file.name, "body": body}, "page.html")

    def finish(self):
        super().finish()
        out = pathlib.Path(self.outdir)
        bundle_theme(out / "_static")
        index = json.dumps([*sections(self.env), *classes(out / "headers")])
        (out / "search_index.js").write_text(f"window.searchIndex = {index};\n")


class Print(SingleFileHTMLBuilder):
    name = "print"  # The whole book on one page.
    search = False

    def get_target_uri(self, docname, typ=None):
        return f"#document-{docname}"

    def get_outfilename(self, pagename):
        return f"{self.outdir}/print.html"

    def fix_refuris(self, tree):
        for link in tree.findall(nodes.reference):
            if "refuri" in link:
                link["refuri"] = re.sub("^#.*#", "#", link["refuri"])


def read(app, docname, source):
    """Makes Markdown for MyST from Markdown for GitHub."""
    source[0] = expand.draw(expand.expand(f"{docname}.md", source[0], vars(expand)))
    lab = re.fullmatch(r"labs/(\w+)/README", docname)
    if lab and "GRIDLOCK_PAGE" in os.environ:
        link = f'<p><a href="page/index.html?lab={lab[1]}">Do this lab in the browser.</a></p>'
        source[0] = source[0].replace("\n\n", f"\n\n{link}\n\n", 1)
    if "docs/museum" in docname and (bank.ROOT / "solutions").is_dir():
        source[0] = bank.with_verdicts(source[0], "../" * (docname.count("/") - 1))
    for caption, pages in app.config.book_parts.get(docname, {}).items():
        options = ":hidden:\n:glob:\n" + f":caption: {caption}\n" * bool(caption)
        pages = pages.replace(" ", "\n")
        source[0] += f"\n\n```{{toctree}}\n{options}{pages}\n```\n"


def link_code(app, doctree):
    """Links to files of code lead to pages that show them."""
    for old in list(doctree.findall(addnodes.download_reference)):
        file, _ = app.env.relfn2path(old["reftarget"], old["refdoc"])
        app.env.__dict__.setdefault("book_code", {}).setdefault(file, app.env.docname)
        link = nodes.reference("", "", *old.children, internal=True, refuri=address(file))
        old.replace_self(link)


def sections(env):
    """Rows of [address, heading, page, text] for each section of each page."""
    for docname in sorted(env.found_docs):
        page, doctree = "", env.get_doctree(docname)
        for unread in [*doctree.findall(nodes.raw), *doctree.findall(nodes.comment)]:
            unread.parent.remove(unread)
        for section in doctree.findall(nodes.section):
            title, *rest = section.children
            own = [part.astext() for part in rest if not isinstance(part, nodes.section)]
            where = address(docname) + (page and f"#{section['ids'][0]}")
            yield [where, title.astext(), page, " ".join(" ".join(own).split())]
            page = page or title.astext()


def classes(headers):
    """The same for each class of the interfaces; its text is Doxygen's brief description."""
    row = (
        r'href="((?:class|struct)\w+\.html)".*?>(.*?)</a></td><td class="desc">(.*?)</td>'
    )
    for where, name, brief in re.findall(row, (headers / "annotated.html").read_text()):
        brief = html.unescape(re.sub("<.*?>", "", brief)).strip()
        yield [f"headers/{where}", name, "The interfaces", brief]


def bundle_theme(static):
    """Repairs Debian's Furo for pages on a disk: it imports a style sheet from a server's root
    and a module, which browsers refuse, and lacks the rule for the system's dark mode."""
    css, script = static / "styles/furo.css", static / "scripts/furo.js"
    style = css.read_text()
    for link, file in re.findall(r"(@import url\((/javascript/.*?)\);)", style):
        style = style.replace(link, pathlib.Path(f"/usr/share{file}").read_text())
    if "prefers-color-scheme" not in style:
        dark = re.search(r"@media not print {\s*body\[data-theme.*?; } }", style, re.S)
        dark = dark[0].replace("not print", "screen and (prefers-color-scheme: dark)")
        style += dark.replace('"dark"', '"auto"')
    css.write_text(style)
    own = (static / "scripts/gumshoe-patched.js").read_text()
    module = 'import Gumshoe from "./gumshoe-patched.js";'
    script.write_text(script.read_text().replace(module, own))


def setup(app):
    app.add_config_value("book_parts", {}, "env")
    app.add_builder(Book)
    app.add_builder(Print)
    app.connect("source-read", read)
    app.connect("doctree-read", link_code, priority=400)  # Before Sphinx copies them.
