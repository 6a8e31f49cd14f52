// Tests of expand.mjs: node --test slides/expand.test.mjs
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

import { handoutHtml, notesOf } from "./handout.mjs";
import { DeckError, expandDeck, fontSize, selectLines } from "./expand.mjs";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "gridlock-slides-"));
process.on("exit", () => fs.rmSync(root, { recursive: true, force: true }));

function write(name, text) {
  const file = path.join(root, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
  return file;
}

write(
  "a.cu",
  "// A file.\nint f() {\n  // Why.\n  return 1 < 2;  // So.\n}\n\nint g() {\n}\n",
);
write("sheet.md", "On a card it\ntook 942 ns, not 1,042.\n");
write(
  "labs/90_x/lab.toml",
  'title = "A lab"\n' + '[[part]]\nid = "90a"\ntitle = "The first"\n',
);
write("docs/path.md", "| [90: a lab](../labs/90_x/README.md) | 2 |\n");
write("labs/90_x/README.md", "| 90a | you do it | 40 |\n");
write(
  "solutions/90_x/bank_toy.csv",
  "# How\n# A toy, today\nmistake,gpu,gpu_score\nloud,x,20\nquiet,passed,100\n",
);
write(
  "solutions/90_x/bank_sim.csv",
  "mistake,verdict\nloud,data_race\nquiet,data_race\n",
);
write("solutions/92_z/bank_sim.csv", "mistake,verdict\nloud,data_race\n");
const STORY = JSON.stringify({
  title: "Two blocks",
  message: "One waits.",
  lacks: "no fence",
  sources: [{ name: "a.cu", parts: [{ first: 3, lines: ["a[0] = 1;"] }] }],
  lanes: [{ name: "block 0" }, { name: "block 1" }],
  steps: [
    {
      lane: 0,
      kind: "write",
      what: "write a[0]",
      note: "",
      source: 0,
      line: 3,
      times: 1,
    },
    { lane: 0, kind: "barrier", what: "sync", source: 0, line: 4, times: 1, meeting: 7 },
    { lane: 1, kind: "barrier", what: "sync", source: 0, line: 4, times: 1, meeting: 7 },
  ],
  arrows: [],
  missing_arrow: { from: 0, to: 2 },
});
const PAGE = `<script type="application/json">${STORY}</script>`;
const gridlock = write(
  "gridlock",
  '#!/bin/sh\necho "got $*"\n' +
    '[ "$*" = "demo 1 --step code" ] && echo "  12   before();"\n' +
    '[ "$*" = "demo 1 --step fix" ] && echo "   3   before();" && echo "   4 + fence();"\n' +
    'echo end\n[ "$1 $2" != "trace 90_x" ] || ' +
    `echo '${PAGE}' > "$5"\n` +
    '[ "$1" != fail ] || { echo bad >&2; exit 3; }\n',
);
fs.chmodSync(gridlock, 0o755);
const context = { root, gridlock, pictures: path.join(root, "pictures") };

const NOTE = "\n\n<!-- 2 min.  Say it. -->\n";

function expand(body) {
  return expandDeck("deck.md", `---\nmarp: true\n---\n\n${body}${NOTE}`, context);
}

function complaint(body) {
  try {
    expand(body);
  } catch (error) {
    assert.ok(error instanceof DeckError, String(error.stack));
    return error.message;
  }
  return assert.fail("nothing was wrong");
}

test("code is taken from a file, escaped, from one line to another", () => {
  const text = expand("<!-- code: a.cu\nfrom: int f()\nto: }\nmark: return\n-->");
  assert.match(text, /int f\(\) \{/);
  assert.match(text, /<span class="row marked"> {2}return 1 &lt; 2;/);
  assert.doesNotMatch(text, /int g|A file/);
});

test("comments can be left out, and lines keep their numbers", () => {
  const text = expand(
    "<!-- code: a.cu\nfrom: int f()\nto: }\ncomments: no\nnumbers: yes\n-->",
  );
  assert.doesNotMatch(text, /Why|So/);
  assert.match(text, /<span class="number">4<\/span> {4}return/);
});

test("until leaves its line out, and lines are a limit", () => {
  assert.deepEqual(selectLines(["a", "b", "", "c"], { until: "c" }).selected, ["a", "b"]);
  assert.deepEqual(
    selectLines(["f", " 12 + f() {", " 13   g();"], { until: "g()" }).selected,
    ["f", " 12 + f() {"],
  );
  assert.deepEqual(selectLines(["a", "b", "c"], { from: "b", lines: "1" }).selected, [
    "b",
  ]);
});

test("commands are run, and what a fix adds stands out", () => {
  const text = expand("<!-- run: ./gridlock demo 1 --step fix\nfrom: before\nto: 4\n-->");
  const rows = text.match(/<span class="row.*?<\/span>.*?<\/span>/g);
  assert.match(rows[0], /class="row"><span class="number">12 {2}<\/span> {2}before\(\);/);
  assert.match(rows[1], /class="row added"><span class="number"> {3}\+<\/span> {2}fence/);
  assert.doesNotMatch(text, /end/);
  assert.match(expand('<!-- run: ./gridlock x "two words" -->'), /got x two words/);
  assert.match(expand("<!-- run: ./gridlock fail\nexit: 3\n-->"), /got fail/);
});

test("what cannot be expanded is an error that names the deck and the line", () => {
  const at = (body) => complaint(`\n${body}`).split("\n")[0];
  assert.equal(at("<!-- code: none.cu -->"), "deck.md:6: there is no file none.cu");
  assert.match(at("<!-- code: ../a.cu -->"), /^deck.md:6: .*outside/);
  assert.equal(
    at("<!-- code: a.cu\nfrom: nowhere\n-->"),
    'deck.md:6: no line contains "nowhere"',
  );
  assert.match(at("<!-- code: a.cu\nfrom: int g\nto: int f\n-->"), /no line after that/);
  assert.match(at("<!-- code: a.cu\nmark: nowhere\n-->"), /contains "nowhere"/);
  assert.match(
    at("<!-- code: a.cu\nform: x\n-->"),
    /"form: x" is no option of code; it has/,
  );
  assert.match(at("<!-- run: ./gridlock fail -->"), /fail: exit code 3, not exit code 0/);
  assert.match(at("<!-- run: rm -rf x -->"), /only \.\/gridlock/);
  assert.match(
    at("<!-- picture: 91_y -->"),
    /trace 91_y --demo: exit code 0, and no picture/,
  );
  assert.match(
    at("<!-- picture: 91_y\nsubmission: a.cu\n-->"),
    /trace 91_y --submission a\.cu: exit code 0, and no picture/,
  );
  assert.match(at("<!-- bank: 91_y -->"), /no GPU has been recorded/);
  assert.match(at("<!-- bank: 92_z -->"), /no GPU has been recorded/);
});

test("a slide without its time is an error", () => {
  assert.throws(
    () => expandDeck("deck.md", "# One\n<!-- 1 min. -->\n\n---\n\n# Two\n", context),
    /deck.md:6: this slide has no note/,
  );
});

test("the minutes of all slides are added up; notes stay", () => {
  const text = expand(
    "# One\n\n<!-- minutes -->\n\n<!-- 3 min.  A note. -->\n\n---\n\n# Two",
  );
  assert.match(text, /about 5 minutes/);
  assert.match(text, /A note/);
});

test("figures have to stand in the file that they are said to be from", () => {
  assert.match(
    expand("<!-- bars: sheet.md\nunit: ns\nbar: 942 this\nbar: 1,042 that\n-->"),
    /width:63\.3%.*942 ns.*width:70\.0%/,
  );
  assert.match(complaint("<!-- bars: sheet.md\nbar: 94 this\n-->"), /figure 94/);
  assert.match(complaint("<!-- bars: sheet.md\nbar: 042 this\n-->"), /figure 042/);
});

test("a quote has to stand in its file, over line breaks", () => {
  assert.match(
    expand("<!-- quote: sheet.md\nfrom: it took\nto: ns\n-->"),
    /^it took 942 ns$/m,
  );
  assert.match(
    complaint("<!-- quote: sheet.md\nfrom: he took\nto: ns\n-->"),
    /does not say/,
  );
});

test("a bank is counted, a lab's parts and a picture's words are taken over", () => {
  const bank = expand("<!-- bank: 90_x -->");
  assert.match(bank, /\*\*1 of 2\*\* wrong submissions/);
  assert.match(bank, /A toy, today/);
  assert.match(expand("<!-- parts: 90_x -->"), /\| 90a \| The first \| 40 \|/);
  assert.match(expand("<!-- labs -->"), /\| 90 \| A lab \|/);
});

test("a picture is drawn from the story of the page that a click on it opens", () => {
  const picture = expand("<!-- picture: 90_x\nsay: sync = they meet\n-->");
  const [, page] = picture.match(/<a href="(.*?)"/);
  assert.match(fs.readFileSync(path.join(root, page), "utf8"), /"Two blocks"/);
  const words =
    "Two blocks. One waits. 1. block 0, a.cu:3: write a[0]. " +
    "2. block 0 and block 1, a.cu:4: sync.";
  assert.ok(picture.includes(`aria-label="${words}"`), picture);
  assert.match(picture, />no fence<.*>a\.cu:3: a\[0\] = 1;<.*>they meet</);
  assert.match(
    complaint("<!-- picture: 90_x\nhide: nowhere\n-->"),
    /no row of the interleaving contains "nowhere"/,
  );
});

test("code is as large as its lines let it be, and never too small", () => {
  assert.equal(fontSize(["short"]), 32);
  assert.equal(fontSize(["short"], "26"), 26);
  assert.equal(fontSize(["x".repeat(80)]), 24);
  assert.equal(fontSize(["x".repeat(200)]), 22);
  assert.ok(fontSize(Array(14).fill("x")) < 32);
});

test("a hand-out has each slide with its notes, and misses none", () => {
  const notes = notesOf("2 min.  Say <it>.\n\n1. One.\n\n---\n\n3 min.  Next.\n");
  assert.deepEqual(notes, ["2 min.  Say <it>.\n\n1. One.", "3 min.  Next."]);
  const html = handoutHtml("01_x", notes, ["a.png", "b.png"]);
  assert.match(
    html,
    /a\.png.*2 min<\/p><p>Say &lt;it&gt;\.<\/p><p>1\. One\.<\/p>.*b\.png/,
  );
  assert.throws(() => handoutHtml("01_x", notes, ["a.png"]), /2 notes for 1 slides/);
});
