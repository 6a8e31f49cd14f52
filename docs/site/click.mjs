// Clicks through the documentation as a reader does: click.mjs BROWSER FOLDER.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
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
  tab.setDefaultTimeout(10000);
  tab.on("pageerror", (error) => errors.push(`${tab.url()}: ${error}`));
  await tab.goto(url(page));
  return tab;
}

const title = (tab) => tab.locator("div.title").innerText();

async function fromStartToASkeleton() {
  const tab = await open("index.html");
  await tab
    .locator(".contents")
    .getByRole("link", { name: "the path through the labs" })
    .click();
  assert.equal(await title(tab), "The path through the labs");
  await tab
    .locator(".contents")
    .getByRole("link", { name: "01: the last block" })
    .click();
  assert.equal(await title(tab), "Lab 01: the last block");
  await tab
    .locator(".contents")
    .getByRole("link", { name: "last_block.cu" })
    .first()
    .click();
  assert.match(
    await tab.locator(".fragment").first().innerText(),
    /lastBlock\(int\s*\* counter\)/,
  );
  await tab
    .locator("#nav-path")
    .getByRole("link", { name: "The path through the labs" })
    .click();
  assert.equal(await title(tab), "The path through the labs");
}

async function byTheTree() {
  const tab = await open("index.html");
  const tree = tab.locator("#nav-tree");
  await tree.getByRole("link", { name: "Verdicts and advice" }).click();
  assert.equal(await title(tab), "Verdicts and advice");
  await tree.getByRole("link", { name: "Glossary" }).click();
  assert.equal(await title(tab), "Glossary");
}

async function bySearch() {
  const tab = await open("index.html");
  await tab.locator("#MSearchField").click();
  await tab.keyboard.type("stale_v");
  const found = tab
    .locator("#search-list")
    .getByRole("link", { name: "stale_value (Verdicts" });
  await found.click();
  await tab.waitForURL(/verdicts\.html#verdicts_stale_value/);

  await tab.locator("#MSearchField").fill("cumulativity");
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  await tab.waitForURL(/glossary\.html#glossary_cumulativity/);

  await tab.locator("#MSearchField").fill("no such words anywhere");
  assert.equal(await tab.locator("#search-status").innerText(), "Nothing found.");
  await tab.keyboard.press("Escape");
  assert.equal(await tab.locator("#search-results").isVisible(), false);
}

const background = (tab) =>
  tab.evaluate(() => getComputedStyle(document.body).backgroundColor);

async function darkAndLight() {
  const tab = await open("memory_model.html");
  const light = await background(tab);
  const toggle = tab.getByRole("button", { name: "Light/Dark" });
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
  for (let i = 0; i < 20; ++i) {
    await tab.keyboard.press("Tab");
    const inText = await tab.evaluate(
      () => document.activeElement.closest(".contents") !== null,
    );
    if (inText) return;
  }
  assert.fail(
    "the links of the text are not reached with Tab behind the link past the tree",
  );
}

// The contrast of text with what is behind it, by the formula of WCAG 2.
function lowContrast() {
  const parse = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = (rgb) => {
    const [r, g, b] = rgb
      .slice(0, 3)
      .map((c) => c / 255)
      .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    for (let e = element; e; e = e.parentElement) {
      const colour = parse(getComputedStyle(e).backgroundColor);
      if (colour.length < 4 || colour[3] > 0.99) return colour;
    }
    return [255, 255, 255];
  };
  const low = new Map();
  for (const element of document.querySelectorAll(".contents *, #nav-tree a, .title")) {
    const own = [...element.childNodes].some(
      (n) => n.nodeType === 3 && n.textContent.trim(),
    );
    if (!own || !element.checkVisibility()) continue;
    const a = luminance(parse(getComputedStyle(element).color));
    const b = luminance(behind(element));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) {
      const kind = `${element.tagName}.${element.className}`;
      low.set(
        kind,
        `${kind} "${element.textContent.trim().slice(0, 30)}" ${ratio.toFixed(2)}`,
      );
    }
  }
  return [...low.values()];
}

// The others are Doxygen's, of the code.
const written = [
  "index",
  "path",
  "memory_model",
  "glossary",
  "simulator",
  "verdicts",
  "pictures",
  "museum",
  "bank",
  "results",
  "commands",
  "json",
  "supported",
  "instructors",
  "interfaces",
  "bibliography",
];
const pages = readdirSync(folder).filter((name) => {
  const page = name.replace(/\.html$/, "");
  return page !== name && (written.includes(page) || /^lab_\d\d$/.test(page));
});

async function everyPageCanBeRead() {
  assert.ok(pages.length >= 15, `only ${pages.length} pages`);
  for (const colorScheme of ["light", "dark"]) {
    const tab = await open("index.html", { colorScheme });
    for (const page of pages) {
      await tab.goto(url(page));
      assert.deepEqual(await tab.evaluate(lowContrast), [], `${page}, ${colorScheme}`);
    }
  }
}

async function everyPageFitsAPhone() {
  const tab = await open("index.html", { viewport: { width: 390, height: 844 } });
  for (const page of pages) {
    await tab.goto(url(page));
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${page} is ${wide} pixels wide`);
    const contents = tab.locator(".contents").first();
    assert.ok(
      (await contents.isVisible()) && (await contents.innerText()).length > 100,
      page,
    );
  }
}

let failed = 0;
for (const test of [
  fromStartToASkeleton,
  byTheTree,
  bySearch,
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
