"""lab.py ROOT LAB SITE: writes what the page says of a lab to SITE/LAB.json: all labs' titles, the
file to begin with, the headers given with it, the hints, the sheet as HTML, and the names of the
packed files.  The sheet's pictures go beside it.  SITE/program.json has what is the same for all."""

import json
import pathlib
import re
import shutil
import sys
import tomllib

from markdown_it import MarkdownIt

root, lab, site = pathlib.Path(sys.argv[1]), sys.argv[2], pathlib.Path(sys.argv[3])
folder = root / "labs" / lab
abouts = {
    each.parent.name: tomllib.loads(each.read_text())
    for each in sorted(root.glob("labs/*/lab.toml"))
    if (site / f"ready_{each.parent.name}.json.packed").exists()
}
about = abouts[lab]
hints = {hint["part"]: hint["levels"] for hint in about["hint"]}
version = re.search(
    r"^project\(gridlock VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text(), re.M
)
packed = [file.stem for file in site.glob("*.packed") if file.name[:6] != "ready_"]
common = {
    "version": version[1],
    "labs": {name: each["title"] for name, each in abouts.items()},
    "packed": sorted(packed),
}
(site / "program.json").write_text(json.dumps(common))
skeleton = (folder / about["submission"]).read_text()
given = re.findall(r'^#include "(.*)"', skeleton, re.M)

# A page has neither the commands nor what they lead to.
sheet = (folder / "README.md").read_text().split("\n## Commands\n")[0].partition("\n")[2]
sheet = re.sub(r"<!--.*?-->", "", sheet, flags=re.S)
tokens = MarkdownIt("commonmark").enable("table").parse(sheet)
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
own = {
    "name": about["submission"],
    "skeleton": skeleton,
    "given": {name: (folder / name).read_text() for name in given},
    "parts": [part | {"hints": hints[part["id"]]} for part in about["part"]],
    "sheet": renderer.renderer.render(tokens, renderer.options, {}),
}
(site / f"{lab}.json").write_text(json.dumps(common | own))
