// Makes the slides: node slides/build.mjs OUT GRIDLOCK BUILD [--pdf] [--images] [--expand]
// [DECK...]
//
//   OUT       where decks go: NN_topic.html, its notes NN_topic.txt, and with --pdf
//             NN_topic.pdf, and NN_topic_notes.pdf: the slides with their notes
//   GRIDLOCK  the program whose output is shown
//   BUILD     its build folder
//   --images  a PNG of each slide too
//   --expand  only replaces the decks' comments by what they ask for; needs no network
//
// Exit codes: 0, 1 a deck is wrong, 2 something is missing, 3 Marp failed.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import { withBrowser } from "./browser.mjs";
import { writeHandouts } from "./handout.mjs";
import { findOverflow } from "./overflow.mjs";

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.dirname(here);

/** Something that this machine lacks; the message says what to do. */
class Missing extends Error {}

class DeckError extends Error {}

/** Marp itself failed; the deck is not at fault. */
class MarpFailed extends Error {}

function findDecks(names) {
  const all = fs
    .readdirSync(here)
    .filter((name) => /^\d\d_\w+\.md$/.test(name))
    .sort();
  if (names.length === 0) return all;
  return names.map((name) => {
    const found = all.find((deck) => deck === name || deck === `${name}.md`);
    if (!found)
      throw new Missing(`There is no deck "${name}"; there are ${all.join(", ")}.`);
    return found;
  });
}

/** Calls deck.py, which replaces the decks' comments by what they ask for. */
function expandAll(decks, out, gridlock, buildDir) {
  const pictures = path.join(out, "pictures");
  fs.mkdirSync(pictures, { recursive: true });
  const files = decks.map((deck) => path.join(here, deck));
  const finder = path.join(root, "grader/setup/python_with.sh");
  const found = spawnSync("sh", [finder, "pygments"], { encoding: "utf8" }).stdout;
  const python = found.trim() || "python3"; // deck.py then says what is missing.
  const result = spawnSync(python, ["-B", path.join(here, "deck.py"), out, ...files], {
    stdio: ["ignore", "inherit", "inherit"],
    env: {
      ...process.env,
      NO_COLOR: "1",
      COLUMNS: "86",
      GRIDLOCK: path.resolve(gridlock),
      GRIDLOCK_ROOT: root,
      GRIDLOCK_BUILD_DIR: path.resolve(buildDir),
      GRIDLOCK_PICTURES: pictures,
    },
  });
  if (result.error || result.status === 2)
    throw new Missing("Slides need Python and its Pygments.");
  if (result.status !== 0) throw new DeckError("The decks were not made.");
}

/** Marp and what it needs, as the lock file has them, in a folder of their own. */
function installMarp(out) {
  const folder = path.join(out, "npm");
  const lock = fs.readFileSync(path.join(here, "package-lock.json"), "utf8");
  const stamp = path.join(folder, "installed");
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === lock) return folder;
  fs.mkdirSync(folder, { recursive: true });
  for (const name of ["package.json", "package-lock.json"])
    fs.copyFileSync(path.join(here, name), path.join(folder, name));
  console.error("Installing Marp, which makes the slides (40 MB to download) ...");
  const result = spawnSync(
    "npm",
    ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1"],
    { cwd: folder, encoding: "utf8" },
  );
  if (result.error)
    throw new Missing("npm is missing; on Debian and Ubuntu: apt-get install npm");
  if (result.status !== 0)
    throw new Missing(
      "npm could not fetch Marp; is there a network?  It said:\n" +
        result.stderr
          .split("\n")
          .filter((line) => /npm (err!|error)/i.test(line))
          .slice(0, 6)
          .join("\n"),
    );
  fs.writeFileSync(stamp, lock);
  return folder;
}

function findBrowser() {
  const folders = (process.env.PATH ?? "").split(":");
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  for (const name of ["chromium", "chromium-browser", "google-chrome", "chrome"])
    for (const folder of folders)
      if (fs.existsSync(path.join(folder, name))) return path.join(folder, name);
  return null;
}

function runMarp(npm, browser, out, decks, options) {
  const result = spawnSync(
    process.execPath,
    [
      path.join(npm, "node_modules/@marp-team/marp-cli/marp-cli.js"),
      "--theme-set",
      path.join(here, "theme.css"),
      "--theme",
      "gridlock",
      "--html",
      "--no-stdin",
      "--no-config-file",
      "--parallel",
      "1",
      "--browser-timeout",
      "300",
      ...options,
      ...decks,
    ],
    {
      cwd: out,
      encoding: "utf8",
      maxBuffer: 1 << 26,
      env: {
        ...process.env,
        ...(browser ? { CHROME_PATH: browser } : {}),
        // Chromium's own sandbox does not work for root.
        ...(os.userInfo().uid === 0 ? { CHROME_NO_SANDBOX: "1" } : {}),
      },
    },
  );
  if (result.error || result.status !== 0)
    throw new MarpFailed(`Marp failed.  It said:\n${result.error ?? result.stderr}`);
}

async function build(words) {
  const flags = words.filter((word) => word.startsWith("--"));
  const [target, gridlock, buildDir, ...names] = words.filter(
    (word) => !word.startsWith("--"),
  );
  if (!buildDir)
    throw new Missing("usage: node slides/build.mjs OUT GRIDLOCK BUILD [DECK...]");
  const out = path.resolve(target);
  const decks = findDecks(names);
  fs.mkdirSync(out, { recursive: true });
  const npm = flags.includes("--expand") ? null : installMarp(out);
  const browser = findBrowser();
  if (!browser && flags.includes("--pdf"))
    throw new Missing("A PDF needs Chromium; on Debian: apt-get install chromium");
  expandAll(decks, out, gridlock, buildDir);
  if (!npm) return;
  runMarp(npm, browser, out, decks, []);
  if (browser) runMarp(npm, browser, out, decks, ["--notes"]); // A browser makes notes.
  const pdf = flags.includes("--pdf");
  if (pdf) runMarp(npm, browser, out, decks, ["--pdf", "--pdf-outlines"]);
  if (pdf || flags.includes("--images"))
    runMarp(npm, browser, out, decks, ["--images", "png"]);
  const made = (ending) =>
    decks.map((deck) => path.join(out, deck.replace(/md$/, ending)));
  const written = [...made("html"), ...(pdf ? made("pdf") : [])];
  if (browser)
    await withBrowser(npm, browser, async (chromium) => {
      const found = await findOverflow(chromium, made("html"));
      if (found.length) throw new DeckError(found.join("\n"));
      if (pdf) written.push(...(await writeHandouts(chromium, out, decks)));
    });
  else
    console.error(
      "Without Chromium, there are no texts of the notes, and it was not checked whether " +
        "everything fits on its slide.",
    );
  for (const file of written.sort()) console.log(file);
}

try {
  await build(process.argv.slice(2));
} catch (error) {
  const code =
    error instanceof DeckError
      ? 1
      : error instanceof Missing
        ? 2
        : error instanceof MarpFailed
          ? 3
          : 0;
  if (code === 0) throw error;
  console.error(`gridlock: ${error.message}`);
  process.exitCode = code;
}
