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
// A lab's bank, and a file of a lab.
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

// Behind each other, as the path and the sidebar have them.
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
  for (const lab of ["01", "02", "03", "04", "05", "06", "07"]) {
    const tab = await open("glossary.html", { viewport: { width: 390, height: 844 } });
    const link = sidebar(tab).getByRole("link", { name: `Lab ${lab}` });
    assert.equal(
      await tab
        .locator(".sidebar-drawer")
        .boundingBox()
        .then((b) => b.x < 0),
      true,
    );
    await tab.locator(".nav-overlay-icon").click();
    await follow(tab, link);
    assert.match(await title(tab), new RegExp(`Lab ${lab}`));
    await tab.close();
  }
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

// Every interleaving of every page can be played.
async function playersPlay() {
  const tab = await open("memory_model.html");
  let players = 0;
  for (const page of pages.filter((name) => !alike.test(name))) {
    await tab.goto(url(page));
    await tab.evaluate(() =>
      document.querySelectorAll("details").forEach((fold) => (fold.open = true)),
    );
    for (const player of await tab.locator("interleaving-player").all()) {
      ++players;
      const text = () => player.evaluate((it) => it.shadowRoot.textContent);
      assert.doesNotMatch(await text(), /cannot be shown/, page);
      await player.getByRole("button", { name: "Forward" }).click();
      assert.match(await text(), /Step 1 of \d/, page);
    }
  }
  assert.ok(players >= 10, `only ${players} players`);
}

const background = (tab) =>
  tab.evaluate(() => getComputedStyle(document.body).backgroundColor);

async function darkAndLight() {
  const tab = await open("memory_model.html");
  const light = await background(tab);
  const toggle = tab.locator(".theme-toggle-content .theme-toggle");
  await toggle.focus();
  await tab.keyboard.press("Enter");
  const dark = await background(tab);
  assert.notEqual(dark, light);
  await tab.reload();
  assert.equal(await background(tab), dark);
  const night = await open("memory_model.html", { colorScheme: "dark" });
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

// By axe-core: contrast, names of buttons and fields, headings, landmarks.  In the dark
// only the colours differ.
async function everyPageCanBeRead() {
  const axe = readFileSync(
    createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
    "utf8",
  );
  assert.ok(pages.length >= 30, `only ${pages.length} pages`);
  // Of the pages that are made alike, one.
  const looked = pages.filter(
    (page) => !alike.test(page) || /^(bank_04|lab_01_last_block_cu)\./.test(page),
  );
  const wrong = new Set();
  const rules = { light: ["wcag2a", "wcag2aa"], dark: ["color-contrast"] };
  const tab = await open("index.html");
  for (const page of looked) {
    await tab.goto(url(page));
    await aFrame(tab);
    await tab.evaluate(axe);
    for (const [colorScheme, runOnly] of Object.entries(rules)) {
      await tab.emulateMedia({ colorScheme });
      const { violations } = await tab.evaluate(
        (only) =>
          axe.run("article, .sidebar-drawer", {
            runOnly: only,
            resultTypes: ["violations"],
          }),
        runOnly,
      );
      for (const { id, nodes } of violations)
        wrong.add(`${page}, ${colorScheme}: ${id}: ${nodes[0].html.slice(0, 120)}`);
    }
  }
  assert.deepEqual([...wrong], []);
}

async function everyPageFitsAPhone() {
  const tab = await open("index.html", { viewport: { width: 390, height: 844 } });
  for (const page of pages) {
    await tab.goto(url(page));
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${page} is ${wide} pixels wide`);
    assert.ok((await text(tab).innerText()).length > 100, page);
  }
}

let failed = 0;
for (const test of [
  fromStartToASkeleton,
  byPreviousAndNext,
  theMenuReachesEveryLabOnAPhone,
  bySearch,
  playersPlay,
  darkAndLight,
  byKeyboardAlone,
  everyPageCanBeRead,
  everyPageFitsAPhone,
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
