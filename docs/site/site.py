"""Builds the documentation: site.py GRIDLOCK BUILD makes BUILD/docs/html.

Pages are Markdown, in docs/ and in the labs' sheets; what directives.py makes is put in,
markdown.py turns it into what Doxygen reads, and links.py checks what comes out."""

import pathlib
import re
import shutil
import subprocess
import sys
import time

import directives
import links
import markdown
import pages
import search

THEME = pathlib.Path("/usr/share/doxygen-awesome-css")
THEME_CSS = [
    "doxygen-awesome.css",
    "doxygen-awesome-sidebar-only.css",
    "doxygen-awesome-sidebar-only-darkmode-toggle.css",
]
THEME_JS = [
    "doxygen-awesome-darkmode-toggle.js",
    "doxygen-awesome-fragment-copy-button.js",
    "doxygen-awesome-paragraph-link.js",
]
# With the names that the theme knows.
SEARCH_BOX = """  <td>
   <div id="MSearchBox"><input id="MSearchField" type="search" placeholder="Search"
    aria-label="Search these pages; arrow down leads to the results" autocomplete="off"/></div>
   <div id="search-results" hidden="hidden"><div id="search-status" role="status"></div>
    <ul id="search-list" aria-label="Results"></ul></div>
  </td>
"""
HERE = pathlib.Path(__file__).resolve().parent


def run(*command, **options):
    return subprocess.run(
        [str(word) for word in command],
        check=True,
        text=True,
        capture_output=True,
        **options,
    ).stdout


def write_pages(root, maker, folder):
    """The Markdown that Doxygen reads; a page's children must be named by their parent."""
    every = pages.all_pages(root)
    targets = pages.targets_of(root, every)
    for page in every:
        children = [child for child in every if child.parent == page.name]
        converter = markdown.Converter(page, targets, {child.name for child in children})
        text = converter.convert(maker.expand(page))
        missing = [child for child in children if child.name not in converter.mentioned]
        if missing:
            names = ", ".join(child.source for child in missing)
            raise pages.Problem(f"{page.source} has no link to its part: {names}")
        (folder / f"{page.name}.md").write_text(text.rstrip("\n") + "\n")
    return [f"{page.name}.md" for page in every]


def write_header(folder, doxyfile):
    """Doxygen's own header, with the theme's scripts and what a page needs to be read by
    all: its language, and a way past the navigation."""
    run(
        "doxygen",
        "-w",
        "html",
        "header.html",
        "footer.html",
        "style.css",
        doxyfile,
        cwd=folder,
    )
    header = (folder / "header.html").read_text()
    scripts = "".join(
        f'<script src="$relpath^{name}"></script>\n'
        for name in THEME_JS
        if (THEME / name).exists()
    )
    scripts += "".join(
        f'<script src="$relpath^{name}"></script>\n'
        for name in ("search_index.js", "search.js", "site.js")
    )
    header = re.sub(r"<html ", '<html lang="en" ', header, count=1)
    header = header.replace("</head>", scripts + "</head>", 1)
    skip = '<a class="skip" href="#doc-content">Skip to the text</a>\n'
    header = header.replace("<body>\n", "<body>\n" + skip, 1)
    header = re.sub(
        r'(<tr id="projectrow">.*?)( *</tr>)',
        lambda match: match[1] + SEARCH_BOX + match[2],
        header,
        count=1,
        flags=re.S,
    )
    if "MSearchField" not in header:
        raise pages.Problem("Doxygen's header has no place for the search as it had")
    (folder / "header.html").write_text(header)


def write_layout(folder):
    """Doxygen's own layout, with the pages first and the headers' reference behind."""
    run("doxygen", "-l", "layout.xml", cwd=folder)
    layout = (folder / "layout.xml").read_text()
    for hidden in (
        "examples",
        "modules",
        "concepts",
        "interfaces",
        "structs",
        "exceptions",
    ):
        layout = re.sub(
            rf'(<tab type="{hidden}") visible="yes"', r'\1 visible="no"', layout
        )
    layout = layout.replace(
        '<tab type="mainpage" visible="yes" title=""/>',
        '<tab type="mainpage" visible="yes" title="Start here"/>',
    )
    layout = layout.replace(
        '<tab type="classes" visible="yes" title="">',
        '<tab type="classes" visible="yes" title="Types">',
    )
    layout = layout.replace(
        '<tab type="files" visible="yes" title="">',
        '<tab type="files" visible="yes" title="Headers">',
    )
    (folder / "layout.xml").write_text(layout)


def write_doxyfile(root, folder, names, pictures):
    version = tuple(int(n) for n in re.findall(r"\d+", run("doxygen", "--version"))[:3])
    css = [THEME / name for name in THEME_CSS if (THEME / name).exists()]
    extra = [THEME / name for name in THEME_JS if (THEME / name).exists()]
    values = {
        "ROOT": root,
        "FOLDER": folder,
        "OUT": folder.parent,
        "PAGES": " ".join(f'"{folder / name}"' for name in names),
        "CSS": " ".join(f'"{file}"' for file in [*css, HERE / "site.css"]),
        "EXTRA": " ".join(
            f'"{file}"'
            for file in [*extra, HERE / "search.js", HERE / "site.js", *pictures]
        ),
    }
    text = (HERE / "Doxyfile.in").read_text()
    text = re.sub(r"@(\w+)@", lambda match: str(values[match[1]]), text)
    if version >= (1, 9, 5):
        text += "HTML_COLORSTYLE = LIGHT\n"  # The theme has a dark style of its own.
    (folder / "Doxyfile").write_text(text)
    return folder / "Doxyfile"


def with_levels(html):
    """Doxygen's title of a page is no heading, and its sections are of the first level."""
    html = html.replace(
        '<div class="title">', '<div class="title" role="heading" aria-level="1">', 1
    )
    return re.sub(
        r"<h([1-5])(?=[ >])",
        lambda match: f'<h{match[1]} aria-level="{int(match[1]) + 1}"',
        html,
    )


def build(program, build_folder):
    root = pages.repository_root()
    folder = build_folder / "docs/pages"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    if not THEME.is_dir():
        print(
            f"{THEME} is missing (package doxygen-awesome-css): the pages will look as "
            "Doxygen makes them.",
            file=sys.stderr,
        )
    maker = directives.Maker(root, program, build_folder, folder)
    names = write_pages(root, maker, folder)
    doxyfile = write_doxyfile(root, folder, names, maker.pictures)
    write_layout(folder)
    (folder / "header.html").touch()
    write_header(folder, doxyfile)
    html = build_folder / "docs/html"
    shutil.rmtree(html, ignore_errors=True)
    result = subprocess.run(
        ["doxygen", "-q", str(doxyfile)], cwd=root, text=True, capture_output=True
    )
    if result.returncode != 0:
        raise pages.Problem("doxygen:\n" + result.stderr.strip())
    for page in html.glob("*.html"):
        page.write_text(with_levels(page.read_text()))
    search.write_index(html, [name[: -len(".md")] for name in names])
    wrong = links.dead_links(html)
    if wrong:
        raise pages.Problem("dead links:\n" + "\n".join(wrong))
    return html / "index.html"


def main():
    program, build_folder = sys.argv[1:]
    start = time.monotonic()
    try:
        index = build(program, pathlib.Path(build_folder).resolve())
    except pages.Problem as problem:
        print(problem, file=sys.stderr)
        return 1
    except subprocess.CalledProcessError as error:
        print(f"{error}\n{error.stdout}{error.stderr}", file=sys.stderr)
        return 1
    print(f"{index}, in {time.monotonic() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
