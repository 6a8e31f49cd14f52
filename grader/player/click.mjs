// Steps through an interleaving as a reader does: click.mjs BROWSER.  docs/site/test.sh runs
// a copy of it, beside copies of the player's files and of playwright-core.
import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const here = path.dirname(fileURLToPath(import.meta.url));
const require = createRequire(import.meta.url);

const browser = await chromium.launch({
  executablePath: process.argv[2],
  args: ["--no-sandbox"],
});
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "gridlock-player-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const text = (name) => fs.readFileSync(path.join(here, name), "utf8");
const errors = [];

/** A page as trace writes it, in a window with settings of its own. */
async function open({ story = text("example.json"), body, ...options } = {}) {
  const file = path.join(folder, `${Math.random()}.html`);
  let page = text("story.html")
    .replace("@TITLE@", "a story")
    .replace("@STORY@", () => story)
    .replace("@PLAYER@", () => text("player.js"));
  if (body) page = page.replace("<body>", body);
  fs.writeFileSync(file, page);
  const context = await browser.newContext({
    viewport: { width: 1200, height: 900 },
    ...options,
  });
  const tab = await context.newPage();
  tab.setDefaultTimeout(5000);
  tab.on("pageerror", (error) => errors.push(String(error)));
  await tab.goto(pathToFileURL(file).href);
  return tab;
}

const press = (tab, name) => tab.getByRole("button", { name, exact: true }).click();
const position = (tab) =>
  tab.evaluate(() => document.querySelector("interleaving-player").at);
const told = (tab) => tab.locator(".told").innerText();

/** The rows of the table: what is in memory, and what each lane may read. */
async function memory(tab) {
  const rows = {};
  for (const row of await tab.locator(".memory tbody tr").all())
    rows[await row.locator("th").innerText()] = await row.locator("td").allInnerTexts();
  return rows;
}

async function forwardAndBack() {
  const tab = await open();
  assert.equal(await position(tab), 0);
  assert.match(await told(tab), /Nothing has happened yet/);
  await press(tab, "Forward");
  assert.match(await told(tab), /block 0, thread 0: write data, writes 7 \(line 2\)\./);
  await press(tab, "Forward");
  await press(tab, "Forward");
  assert.match(
    await told(tab),
    /reads 1, 2 times \(line 5\)\. It sees what block 0, thread 0 wrote in step 2\./,
  );
  await press(tab, "Back");
  assert.equal(await position(tab), 2);
  assert.equal(
    await tab
      .locator(".step.current")
      .innerText()
      .then((t) => /flag/.test(t)),
    true,
  );
  await press(tab, "Where it breaks");
  assert.match(await told(tab), /Nothing orders the write and the read of data\./);
  assert.match(await tab.locator(".lacks").innerText(), /no __threadfence/);
  await press(tab, "First");
  assert.equal(await position(tab), 0);
}

async function memoryTellsOldValues() {
  const tab = await open();
  const at = async (step) => {
    await tab.evaluate(
      (to) => (document.querySelector("interleaving-player").at = to),
      step,
    );
    return memory(tab);
  };
  assert.deepEqual(await at(0), { data: ["0", "0", "0"], flag: ["0", "0", "0"] });
  assert.deepEqual(await at(2), {
    data: ["7", "7", "0 or 7"],
    flag: ["1", "1", "0 or 1"],
  });
  // Having seen the flag tells nothing of the data.
  assert.deepEqual(await at(3), { data: ["7", "7", "0 or 7"], flag: ["1", "1", "1"] });
  assert.match(
    await tab.locator(".why").innerText(),
    /may still read 0 from data: nothing orders the write in step 1/,
  );
  await tab.getByText("repaired", { exact: true }).click();
  assert.deepEqual(await at(4), { data: ["7", "7", "0 or 7"], flag: ["1", "1", "1"] });
  assert.deepEqual(await at(5), { data: ["7", "7", "7"], flag: ["1", "1", "1"] });
  assert.match(
    await told(tab),
    /From here on block 1, thread 0 can only read 7 from data\./,
  );
  assert.match(
    await at(6).then(() => told(tab)),
    /It returned 7\.\s+Repaired: a __threadfence/,
  );
}

async function byKeys() {
  const tab = await open();
  await tab.getByRole("button", { name: "Forward" }).focus();
  const after = async (key) => {
    await tab.keyboard.press(key);
    return position(tab);
  };
  assert.equal(await after("ArrowRight"), 1);
  assert.equal(await after("End"), 4);
  assert.equal(await after("ArrowLeft"), 3);
  assert.equal(await after("Home"), 0);
  assert.equal(await after("o"), 3);
  assert.equal(await after("b"), 4);
  await tab.keyboard.press("Home");
  await tab.keyboard.press("r");
  assert.equal(await tab.locator(".step").count(), 6);
  assert.equal(await after("o"), 2);
  assert.equal(await after("o"), 4);
  await tab.keyboard.press("r");
  assert.equal(await tab.locator(".step").count(), 4);
  assert.equal(await after("Control+Home"), 4);
}

async function bySliderAndStep() {
  const tab = await open();
  await tab.locator("input[type=range]").focus();
  await tab.keyboard.press("ArrowRight");
  assert.equal(await position(tab), 1);
  await tab.locator(".step").nth(2).click();
  assert.equal(await position(tab), 3);
  assert.match(await tab.locator(".code.current").innerText(), /while \(flag == 0\)/);
  assert.equal(await tab.locator(".omitted").innerText(), "2 more steps, not shown");
}

async function predictionsComeFirst() {
  const tab = await open();
  await tab.evaluate(() => {
    const player = document.querySelector("interleaving-player");
    player.setAttribute("predict", "");
    player.at = 2;
  });
  assert.equal(await tab.locator(".badge").isVisible(), false);
  assert.equal(await tab.locator(".step.bad").count(), 0);
  await press(tab, "Where it breaks");
  assert.equal(await tab.locator(".badge").innerText(), "data_race");
  assert.equal(await tab.locator(".step.bad").count(), 2);
}

const paper = (tab) =>
  tab.locator(".player").evaluate((player) => getComputedStyle(player).backgroundColor);

async function darkAndLight() {
  const light = await paper(await open());
  const dark = await paper(await open({ colorScheme: "dark" }));
  assert.notEqual(light, dark);
  // The page's own switch counts for more.
  const tab = await open({ colorScheme: "dark", body: '<body data-theme="light">' });
  assert.equal(await paper(tab), light);
  await tab.evaluate(() => (document.body.dataset.theme = "dark"));
  assert.equal(await paper(tab), dark);
}

async function fitsAPhone() {
  const tab = await open({ viewport: { width: 390, height: 844 } });
  await tab.evaluate(() => (document.querySelector("interleaving-player").at = 4));
  assert.equal(await tab.evaluate(() => document.documentElement.scrollWidth), 390);
  const step = await tab.locator(".step.current").boundingBox();
  assert.ok(step.x >= 0 && step.x + step.width <= 390, JSON.stringify(step));
}

async function onPaperAllIsPlayed() {
  const tab = await open();
  await tab.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  await tab.emulateMedia({ media: "print" });
  assert.equal(await tab.locator(".step.ahead").count(), 0);
  assert.equal(await tab.locator(".controls").isVisible(), false);
  await tab.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  assert.equal(await position(tab), 0);
}

async function badDataAreToldAsSuch() {
  for (const story of ["{", "[]", '{"steps": []}', ""]) {
    const tab = await open({ story });
    assert.match(await tab.locator(".player").innerText(), /cannot be shown/);
  }
}

async function textIsNeverMarkup() {
  const story = text("example.json").replaceAll("write data", "<img src=x onerror=a()>");
  const tab = await open({ story: story.replaceAll("<", "\\u003c") });
  assert.equal(await tab.locator("img").count(), 0);
  assert.match(await tab.locator(".step").first().innerText(), /<img src=x/);
}

async function canBeRead() {
  const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    const tab = await open({ colorScheme });
    await tab.evaluate(axe);
    for (const at of [0, 3, 4]) {
      await tab.evaluate(
        (to) => (document.querySelector("interleaving-player").at = to),
        at,
      );
      const { violations } = await tab.evaluate(() =>
        axe.run({ runOnly: ["wcag2a", "wcag2aa"] }),
      );
      const wrong = violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`);
      assert.deepEqual(wrong, [], `${colorScheme}, step ${at}`);
    }
  }
}

let failed = 0;
for (const test of [
  forwardAndBack,
  memoryTellsOldValues,
  byKeys,
  bySliderAndStep,
  predictionsComeFirst,
  darkAndLight,
  fitsAPhone,
  onPaperAllIsPlayed,
  badDataAreToldAsSuch,
  textIsNeverMarkup,
  canBeRead,
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
