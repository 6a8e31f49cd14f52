"""lab.py ROOT SITE: writes what the page says of each lab to SITE/LAB.json: all labs' titles, the
file to begin with, the headers given with it, the hints, and the sheet as HTML, whose pictures go
beside it.  SITE/program.json has what is the same for all.  Prints the files of the tree that the
grader reads, as JSON."""

import json
import pathlib
import re
import shutil
import sys
import tomllib

from markdown_it import MarkdownIt

root, site = map(pathlib.Path, sys.argv[1:])
folders = sorted(root.glob("labs/[0-9]*"))
abouts = {each.name: tomllib.loads((each / "lab.toml").read_text()) for each in folders}
project = r"^project\(gridlock VERSION ([0-9.]+)"
common = {
    "version": re.search(project, (root / "CMakeLists.txt").read_text(), re.M)[1],
    "labs": {name: about["title"] for name, about in abouts.items()},
}
(site / "program.json").write_text(json.dumps(common))


def sheet_of(folder):
    # The page has no commands, so leave out their section and all that follow it.
    text = (folder / "README.md").read_text().split("\n## Commands\n")[0]
    text = re.sub(r"<!--.*?-->", "", text.partition("\n")[2], flags=re.S)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    for token in (child for token in tokens for child in token.children or []):
        if token.type == "image":
            picture = folder / token.attrs["src"]
            shutil.copy(picture, site)
            token.attrs["src"] = picture.name
        elif token.type == "link_open" and "://" not in str(token.attrs["href"]):
            token.tag = "span"  # Its target is not here.
        elif token.type == "link_close":
            token.tag = "span" if last.tag == "span" else "a"
        if token.type == "link_open":
            last = token
    renderer = MarkdownIt("commonmark")
    return renderer.renderer.render(tokens, renderer.options, {})


for folder in folders:
    about = abouts[folder.name]
    skeleton = (folder / about["submission"]).read_text()
    given = re.findall(r'^#include "(.*)"', skeleton, re.M)
    hints = {hint["part"]: hint["levels"] for hint in about["hint"]}
    own = {
        "name": about["submission"],
        "skeleton": skeleton,
        "given": {name: (folder / name).read_text() for name in given},
        "parts": [part | {"hints": hints[part["id"]]} for part in about["part"]],
        "sheet": sheet_of(folder),
    }
    (site / f"{folder.name}.json").write_text(json.dumps(common | own))


def tree(folder, wanted):
    return {
        each.name: tree(each, wanted) if each.is_dir() else each.read_text()
        for each in sorted(folder.iterdir())
        if each.is_dir() or wanted(each.suffix)
    }


labs = {
    each.name: tree(each, lambda end: end in (".cu", ".cuh", ".toml")) for each in folders
}
for name, about in abouts.items():
    begun = about["submission"]
    labs[name]["handed_out"] = {begun: labs[name][begun]}
grader = {}
for room, name in ("sim", "cuda"), ("scenario", "include"):
    folder = root / "grader" / room / name
    grader[room] = {name: tree(folder, lambda end: end not in (".md", ".txt", ".cpp"))}
print(json.dumps({"labs": labs, "grader": grader}))
