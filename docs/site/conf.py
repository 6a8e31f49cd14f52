"""The configuration of the book, for Sphinx: its pages, their order, and how they look.

Pages are Markdown as GitHub shows it: docs/*.md and the sheets of the labs.  build.sh sets
the environment: GRIDLOCK (the program), GRIDLOCK_PICTURES and others."""

import os
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

project = html_title = "gridlock"
extensions = ["myst_parser", "sphinx_copybutton", "book"]
root_doc = "docs/README"
include_patterns = ["docs/*.md", "docs/bank/*.md", "labs/*/README.md"]
if not (ROOT / "solutions").is_dir():  # A course leaves the instructor's side out.
    exclude_patterns = ["docs/bank*"]
    suppress_warnings = ["ref.myst", "myst.xref_missing", "toc.excluded"]

# The sidebar, and the order of "Previous" and "Next".
labs = re.findall(r"\((\.\./labs/\w+/README)\.md\)", (ROOT / "docs/path.md").read_text())
book_parts = {
    "": ["Start <self>"],
    "The path": ["path", *labs],
    "After the labs": ["walkthroughs"],
    "Concepts": ["memory_model", "glossary", "simulator"],
    "Bugs": ["museum", "bank"],
    "Results": ["results"],
    "Reference": [
        "commands",
        "verdicts",
        "pictures",
        "supported",
        "json",
        "interfaces",
        "bibliography",
    ],
    "Instructors": ["instructors", "lectures"],
}

myst_heading_anchors = 4
highlight_language = "text"
pygments_style = "xcode"
pygments_dark_style = "github-dark"
# Of a command and its output, the command is copied.
copybutton_prompt_text = "$ "

html_theme = "furo"
templates_path = ["templates"]
html_extra_path = [os.environ["GRIDLOCK_PICTURES"]]
html_static_path = [
    "static",
    str(ROOT / "grader/player/player.js"),
    "/usr/share/javascript/lunr/lunr.min.js",
]
html_css_files = ["site.css"]
html_js_files = ["lunr.min.js", "search.js", "site.js", "player.js"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_use_index = False
