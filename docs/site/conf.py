"""The configuration of the book, for Sphinx: its pages, their order, and how they look.

Pages are Markdown as GitHub shows it: docs/*.md and the sheets of the labs.  build.sh sets
the environment: GRIDLOCK (the program), GRIDLOCK_BUILD_DIR and GRIDLOCK_PICTURES."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))

project = "gridlock"
html_title = "gridlock"
language = "en"
extensions = ["myst_parser", "sphinx_copybutton", "book"]

root_doc = "docs/README"
include_patterns = ["docs/*.md", "docs/bank/*.md", "labs/*/README.md"]
exclude_patterns = ["build*", ".deps", "grader", "slides", "solutions", "**/node_modules"]
if not (ROOT / "solutions").is_dir():  # A course leaves the instructor's side out.
    exclude_patterns += ["docs/bank.md", "docs/bank"]

# The sidebar, and the order of "Previous" and "Next".
book_parts = {
    "": [],  # This is the start page.
    "The path": ["docs/path"],  # Behind it come the labs, in its order.
    "After the labs": ["docs/walkthroughs"],
    "Concepts": ["docs/memory_model", "docs/glossary", "docs/simulator"],
    "Bugs": ["docs/museum", "docs/bank"],
    "Results": ["docs/results"],
    "Reference": [
        "docs/commands",
        "docs/verdicts",
        "docs/pictures",
        "docs/supported",
        "docs/json",
        "docs/interfaces",
        "docs/bibliography",
    ],
    "Instructors": ["docs/instructors", "docs/lectures"],
}

myst_heading_anchors = 4
highlight_language = "text"
pygments_style = "xcode"
pygments_dark_style = "github-dark"
# Of a command and its output, the command is copied.
copybutton_prompt_text = "$ "

html_theme = "furo"
templates_path = [str(HERE / "templates")]
html_extra_path = [os.environ["GRIDLOCK_PICTURES"]]
html_static_path = [
    str(HERE / "static"),
    str(ROOT / "grader/player/player.js"),
    "/usr/share/javascript/lunr/lunr.min.js",
]
html_css_files = ["site.css"]
html_js_files = ["lunr.min.js", "search.js", "site.js", "player.js"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_use_index = False
