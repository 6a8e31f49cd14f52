// Clicks through the documentation as a reader does: click.mjs BROWSER FOLDER.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, folder] = process.argv.slice(2);
const url = (page) => pathToFileURL(`${folder}/${page}`).href;
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const errors = [];

// A window with settings of its own; whatever a script of a page throws is noted.
async function open(page, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const tab = await context.newPage();
  tab.setDefaultTimeout(60000);
  tab.on("pageerror", (error) => errors.push(`${tab.url()}: ${error}`));
  await tab.goto(url(page));
  return tab;
}

const pages = readdirSync(folder).filter(
  (name) => name.endsWith(".html") && name !== "print.html",
);
// Pages that are made alike: a lab's bank, and a file of a lab.
const alike = /^(bank_\d|lab_\d+_.*)/;

const title = (tab) => tab.locator("article h1").first().innerText();
const text = (tab) => tab.locator("article");
const sidebar = (tab) => tab.locator(".sidebar-tree");

// Clicks a link, and waits until the page that it leads to is there.
async function follow(tab, link) {
  const left = tab.url();
  await link.click();
  await tab.waitForURL((here) => here.href !== left);
}

async function fromStartToASkeleton() {
  const tab = await open("index.html");
  const link = (name) => text(tab).getByRole("link", { name }).first();
  await follow(tab, link("the path through the labs"));
  assert.match(await title(tab), /The path through the labs/);
  await follow(tab, link("01: the last block"));
  assert.match(await title(tab), /Lab 01: the last block/);
  await follow(tab, link("last_block.cu"));
  assert.match(
    await tab.locator("div.highlight").first().innerText(),
    /lastBlock\(int\s*\* counter\)/,
  );
}

// The pages follow each other in the order of the path and the sidebar.
async function byPreviousAndNext() {
  const tab = await open("path.html");
  const seen = [];
  for (let i = 0; i < 8; ++i) {
    await follow(tab, tab.locator(".next-page"));
    seen.push((await title(tab)).slice(0, 6));
  }
  assert.deepEqual(seen.slice(0, 7), [
    "Lab 01",
    "Lab 04",
    "Lab 02",
    "Lab 03",
    "Lab 05",
    "Lab 06",
    "Lab 07",
  ]);
  await follow(tab, tab.locator(".prev-page"));
  assert.match(await title(tab), /Lab 07/);
}

async function theMenuReachesEveryLabOnAPhone() {
  const tab = await open("glossary.html", { viewport: { width: 390, height: 844 } });
  const drawer = tab.locator(".sidebar-drawer");
  assert.ok((await drawer.boundingBox()).x < 0);
  await tab.locator(".nav-overlay-icon").click();
  const link = (lab) => sidebar(tab).getByRole("link", { name: `Lab ${lab}` });
  for (const lab of ["01", "02", "03", "04", "05", "06"])
    await link(lab).click({ trial: true }); // It can be seen and reached.
  await follow(tab, link("07"));
  assert.match(await title(tab), /Lab 07/);
}

// What is typed, and the page that one of the first three results must lead to.
const queries = [
  ["lab 4", "lab_04.html"],
  ["lab04", "lab_04.html"],
  ["stale_v", "verdicts.html#stale-value"],
  ["cumulativity", "glossary.html#cumulativity"],
  ["race condition", "glossary.html#data-race"],
  ["my kernel hangs", "verdicts.html"],
  ["wait forever", "pictures.html"],
  ["barier", "glossary.html#barrier"],
  ["what does data_race mean", "glossary.html#data-race"],
  ["happens before", "memory_model.html#happens-before"],
  ["spinlock", "glossary.html#lock-mutex-spinlock"],
  ["grade students submissions", "instructors.html"],
  ["CaseSpace", "headers/classgridlock_1_1check_1_1CaseSpace.html"],
  ["ABA", "glossary.html#aba"],
  ["memory order acquire release", "glossary.html"],
  ["volatile not enough", "glossary.html#volatile"],
  ["difference between fence and barrier", "glossary.html#"],
  ["syncthreads in a branch", "verdicts.html#divergent-barrier"],
  ["too many blocks hang", "museum_waiting.html#more-blocks-than-fit"],
  ["what do the letters in a report mean", "pictures.html"],
  ["repeat the same schedule", "glossary.html#replay-string"],
  ["run my own program", "supported.html"],
  ["hint for my current part", "commands.html#hint"],
  ["how many points for lab 3", "lab_03.html"],
  ["atomicCAS", "memory_model_atomics.html"],
  ["cudaStreamWaitEvent", "memory_model_streams.html"],
  ["peer access between two GPUs", "glossary.html#peer-access"],
  ["fence too wide", "verdicts.html#fence-too-wide"],
  ["lock step in a warp", "memory_model_blocks.html#within-a-warp"],
  ["do I need a GPU", "path.html#do-i-need-a-gpu"],
  ["grid.sync", "glossary.html#cooperative-launch"],
  ["how long does a lab take", "path.html#how-long"],
  ["get my original file back", "path.html#how-to-work"],
  ["non blocking stream", "memory_model_streams.html#the-default-stream"],
  ["passes on my GPU but the check fails", "results.html#what-a-gpu-alone"],
  ["debugger", "commands.html#replay"],
  ["printf in a kernel", "supported.html#printf"],
  ["my sum is wrong sometimes", "verdicts.html#wrong-result"],
  ["which lab comes first", "path.html"],
  ["plagiarism", "instructors.html"],
  ["write my own lab", "new_lab.html"],
  ["suppress a false positive", "supported.html#suppress-a-finding"],
  ["can I use __syncthreads between blocks", "glossary.html#barrier"],
  ["undo my changes", "path.html#how-to-work"],
  ["see the solution", "walkthroughs.html"],
  ["save the report to a file", "path.html#how-to-work"],
  ["measure how fast my code is", "path.html#do-i-need-a-gpu"],
];

async function bySearch() {
  const tab = await open("index.html");
  const field = tab.locator("#search-field");
  const links = tab.locator("#search-list a");
  const missed = [];
  for (const [query, page] of queries) {
    await field.fill("");
    await field.fill(query);
    await links.first().waitFor();
    const found = await links.evaluateAll((all) =>
      all.map((a) => a.getAttribute("href")),
    );
    if (!found.slice(0, 3).some((href) => href.startsWith(page)))
      missed.push(`${query}: ${found.slice(0, 5).join(" ")}`);
  }
  assert.deepEqual(missed, []);

  await field.fill("cumulativity");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  await tab.waitForURL(/glossary\.html#cumulativity/);

  await tab.locator("#search-field").fill("zzyzxqwv");
  await tab.getByText("Nothing found.").waitFor();
  await tab.keyboard.press("Escape");
  assert.equal(await tab.locator("#search-results").isVisible(), false);
}

const background = (tab) =>
  tab.evaluate(() => getComputedStyle(document.body).backgroundColor);

async function darkAndLight() {
  const tab = await open("path.html");
  const light = await background(tab);
  const toggle = tab.locator(".theme-toggle-content .theme-toggle");
  await toggle.focus();
  await tab.keyboard.press("Enter");
  const dark = await background(tab);
  assert.notEqual(dark, light);
  await tab.reload();
  assert.equal(await background(tab), dark);
  const night = await open("path.html", { colorScheme: "dark" });
  assert.equal(await background(night), dark);
}

async function byKeyboardAlone() {
  const tab = await open("path.html");
  await tab.keyboard.press("Tab");
  assert.equal(await tab.evaluate(() => document.activeElement.className), "skip");
  await tab.keyboard.press("Enter");
  for (let i = 0; i < 5; ++i) {
    await tab.keyboard.press("Tab");
    const inText = await tab.evaluate(
      () => document.activeElement.closest("article") !== null,
    );
    if (inText) return;
  }
  assert.fail(
    "behind the link past the sidebar, Tab does not reach the links of the text",
  );
}

// Waits until the page has been drawn, and its boxes say whether they scroll.
const aFrame = (tab) =>
  tab.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
  );

// Every interleaving of a page can be played.
async function playersPlay(tab, page) {
  const players = await tab.locator("interleaving-player").all();
  for (const player of players) {
    const text = () => player.evaluate((it) => it.shadowRoot.textContent);
    assert.doesNotMatch(await text(), /cannot be shown/, page);
    await player.getByRole("button", { name: "Forward" }).click();
    assert.match(await text(), /Step 1 of \d/, page);
  }
  return players.length;
}

// axe-core checks contrast, names of buttons and fields, headings and landmarks.  In the
// dark only the colours differ.  The sidebar is the same on all pages.
async function canBeRead(tab, page) {
  const where = page === "index.html" ? "article, .sidebar-drawer" : "article";
  const rules = { light: ["wcag2a", "wcag2aa"], dark: ["color-contrast"] };
  await tab.evaluate(axe);
  for (const [colorScheme, runOnly] of Object.entries(rules)) {
    await tab.emulateMedia({ colorScheme });
    const { violations } = await tab.evaluate(
      ([context, only]) =>
        axe.run(context, { runOnly: only, resultTypes: ["violations"] }),
      [where, runOnly],
    );
    const told = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
    assert.deepEqual(told, [], `${page}, ${colorScheme}`);
  }
  await tab.emulateMedia({ colorScheme: "light" });
}

const axe = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

// A reference is as long as what it lists.
const reference = /^(commands|bank_\d+)\.html$/;
const longest = 12000;

// Where the text ends on the right.  The theme cuts what is wider than the window, so that
// the window never scrolls.  Code and tables scroll in boxes of their own.
const rightmost = () =>
  Math.max(
    ...[...document.querySelectorAll("article, article *")]
      .filter((it) => !it.parentElement.closest("pre, .table-wrapper"))
      .map((it) => it.getBoundingClientRect().right),
  );

// Each page is opened once, and everything in it.  Of pages that are made alike, one is read.
async function everyPage() {
  assert.ok(pages.length >= 30, `only ${pages.length} pages`);
  const tab = await open("index.html");
  const wrong = [];
  let players = 0;
  for (const page of pages) {
    await tab.setViewportSize({ width: 1400, height: 900 });
    await tab.goto(url(page));
    await tab.evaluate(() =>
      document.querySelectorAll("details").forEach((fold) => (fold.open = true)),
    );
    await aFrame(tab);
    try {
      const long = await tab.evaluate(() => document.documentElement.scrollHeight);
      if (!reference.test(page))
        assert.ok(long <= longest, `${page} is ${long} pixels long`);
      if (!alike.test(page)) players += await playersPlay(tab, page);
      if (!alike.test(page) || /^(bank_04|lab_01_last_block_cu)\./.test(page))
        await canBeRead(tab, page);
      await tab.setViewportSize({ width: 390, height: 844 });
      const right = await tab.evaluate(rightmost);
      assert.ok(right <= 390, `${page} is ${right} pixels wide on a phone`);
      assert.ok((await text(tab).innerText()).length > 100, page);
    } catch (error) {
      wrong.push(error.message);
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(players >= 25, `only ${players} players`);
}

// Doxygen's pages scroll in a box of their own, so the page itself is never too wide.
async function theHeadersFitAPhone() {
  const tab = await open("headers/annotated.html", {
    viewport: { width: 390, height: 844 },
  });
  const right = await tab
    .locator("td")
    .evaluateAll((all) => Math.max(...all.map((td) => td.getBoundingClientRect().right)));
  assert.ok(right <= 390, `the list of classes is ${right} pixels wide`);
}

// None of the words of a command breaks after a hyphen.
async function commandsBreakBetweenWords() {
  const tab = await open("instructors.html", { viewport: { width: 390, height: 844 } });
  const broken = await tab
    .locator("code .pre")
    .evaluateAll((all) =>
      all.flatMap((word) =>
        /^--\w/.test(word.textContent) && word.getClientRects().length > 1
          ? [word.textContent]
          : [],
      ),
    );
  assert.deepEqual(broken, []);
}

async function theMuseumMarksLines() {
  const tab = await open("museum.html");
  assert.ok((await tab.locator(".highlight .hll").count()) >= 2);
}

// The bank's table shows one lab at first, then what the reader's filters let through.
async function theBankIsFiltered() {
  const tab = await open("bank.html");
  const rows = tab.locator("#filters ~ * tbody tr:visible");
  const first = await rows.count();
  assert.ok(first > 20, `${first} rows`);
  await tab.getByLabel("A word").fill("no_fence");
  const few = await rows.count();
  assert.ok(few > 0 && few < first, `${few} rows of ${first}`);
  await tab.getByLabel("lab").selectOption("");
  assert.ok((await rows.count()) > few);
}

let failed = 0;
for (const test of [
  fromStartToASkeleton,
  byPreviousAndNext,
  theMenuReachesEveryLabOnAPhone,
  bySearch,
  darkAndLight,
  byKeyboardAlone,
  everyPage,
  theHeadersFitAPhone,
  commandsBreakBetweenWords,
  theMuseumMarksLines,
  theBankIsFiltered,
]) {
  try {
    await test();
    console.log(`ok      ${test.name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${test.name}: ${error.message}`);
  }
}
await browser.close();
for (const error of new Set(errors)) console.log(`FAILED  a script: ${error}`);
process.exit(failed || errors.length ? 1 : 0);
