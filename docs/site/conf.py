"""The configuration of the book, for Sphinx: its pages, their order, and how they look.
Sphinx reads this file in its own folder; build.sh sets the environment."""

import os
import pathlib
import re

project = html_title = "gridlock"
extensions = ["myst_parser", "sphinx_copybutton", "book"]
root_doc = "docs/README"
include_patterns = ["docs/*.md", "docs/*/*.md", "labs/*/README.md"]
if not os.path.isdir("../../solutions"):  # A course leaves the instructor's side out.
    exclude_patterns = ["docs/bank*", "docs/walk*", "docs/lectures*", "docs/new*"]
    suppress_warnings = ["ref.myst", "myst.xref_missing", "toc.excluded"]

# The sidebar, and the order of "Previous" and "Next".
labs = re.findall(r"\((\.\./labs/.*?)\.md\)", pathlib.Path("../path.md").read_text())
book_parts = {
    "docs/bank": {"": "bank/*"},
    "docs/memory_model": {
        "": " ".join(
            f"memory_model/{page}" for page in "blocks atomics streams observers".split()
        )
    },
    "docs/museum": {"": "museum/*"},
    "docs/results": {"": "results/*"},
    "docs/walkthroughs": {"": "walkthroughs/*"},
    "docs/README": {
        "": "Home<self>",
        "The path": f"path {' '.join(labs)}",
        "After the labs": "walkthroughs",
        "Concepts": "memory_model glossary simulator",
        "Bugs": "museum bank",
        "Results": "results",
        "Reference": "commands verdicts pictures supported json interfaces bibliography",
        "Instructors": "instructors new_lab lectures recipes/README",
    },
}

myst_heading_anchors = 4
smartquotes_action = "qe"  # `--out` stays as it is.
highlight_language = "text"
pygments_style = "xcode"
pygments_dark_style = "github-dark"
# Drawings, which are blocks of plain text, have no button to copy them.
copybutton_selector = "div:not(.highlight-text) > div.highlight > pre"
copybutton_prompt_text = "$ "  # Only commands are copied, not output.

html_theme = "furo"
# The colours of the player, of stories and of a class's pages.
colours = {
    "bad": ("#b34700", "#ff9a57"),
    "marked": ("#fdf0e6", "#3a2416"),
    "good": ("#00664b", "#4fc9a0"),
    "warn": ("#7a5200", "#f0bd4a"),
    "color-brand-primary": ("#00639c", "#7cc4f0"),
    "color-brand-content": ("#00639c", "#7cc4f0"),
    "color-foreground-primary": ("#1b1f24", "#e6e9ec"),
    "color-foreground-secondary": ("#59636e", "#a3adb8"),
    "color-sidebar-caption-text": ("#59636e", "#a3adb8"),
    "color-background-primary": ("#ffffff", "#16191d"),
    "color-background-secondary": ("#f4f6f8", "#21262c"),
    "color-background-border": ("#d7dce1", "#363d45"),
}
html_theme_options = {
    f"{kind}_css_variables": {name: both[i] for name, both in colours.items()}
    for i, kind in enumerate(("light", "dark"))
}
templates_path = ["templates"]
html_extra_path = [os.environ["GRIDLOCK_PICTURES"]]
lunr = "/usr/share/javascript/lunr/lunr.min.js"
html_static_path = ["static", "../../grader/player/player.js", lunr]
html_css_files = ["site.css"]
html_js_files = ["site.js", "player.js"]
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_use_index = False
