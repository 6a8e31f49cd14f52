// tree.mjs ROOT LAB...: prints the files of the tree that the grader in a page reads, as JSON.
import fs from "node:fs";
import path from "node:path";

const [root, ...labs] = process.argv.slice(2);
const named = (extensions) => (name) => extensions.some((each) => name.endsWith(each));

function folder(from, wanted) {
  const found = {};
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const file = path.join(from, entry.name);
    if (entry.isDirectory()) found[entry.name] = folder(file, wanted);
    else if (wanted(entry.name)) found[entry.name] = fs.readFileSync(file, "utf8");
  }
  return found;
}

const lab = (name) => {
  const files = folder(path.join(root, "labs", name), named([".cu", ".cuh", ".toml"]));
  const begun = name.slice(3) + ".cu";
  return { ...files, handed_out: { [begun]: files[begun] } };
};
const headers = (name) => !named([".md", ".txt", ".cpp"])(name);

process.stdout.write(
  JSON.stringify({
    labs: Object.fromEntries(labs.map((name) => [name, lab(name)])),
    grader: {
      sim: { cuda: folder(path.join(root, "grader/sim/cuda"), headers) },
      scenario: { include: folder(path.join(root, "grader/scenario/include"), headers) },
    },
  }),
);
