// click.mjs BROWSER SITE FOLDER: works in the page as a reader does, in a headless browser, from a
// server that only sends files.  FOLDER has cases: NAME.cu, and what the command said, NAME.json.
import assert from "node:assert";
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { same } from "./same.mjs";

const [executablePath, site, folder] = process.argv.slice(2);
const server = spawn("python3", ["-u", "-m", "http.server", "--bind", "127.0.0.1", "0"], {
  cwd: site,
});
const address = await new Promise((resolve) =>
  server.stdout.on("data", (text) => resolve(/http:\/\/[\d.:]+\//.exec(text)?.[0])),
);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const context = await browser.newContext({ viewport: { width: 390, height: 1000 } });
let page = null;

/** Opens the page with what the address asks for, in a tab of its own. */
async function open(asked) {
  await page?.close();
  page = await context.newPage();
  page.on("pageerror", (error) => console.error(error));
  page.on("crash", () => {
    console.error("the page has crashed");
    process.exit(1);
  });
  await page.goto(`${address}?${asked}`);
  await page.waitForSelector("#check:enabled");
}
const text = (id) => page.textContent(`#${id}`);

/** Opens a file with this source, if one is given, checks it, and waits for the end. */
async function check(name, source, part = "") {
  if (source) {
    const buffer = Buffer.from(source);
    await page.setInputFiles("#open", { name: "x.cu", mimeType: "text/plain", buffer });
    await page.selectOption("#part", part);
  }
  const begun = performance.now();
  await page.click("#check");
  await page.waitForSelector("#check:enabled", { timeout: 1_200_000 });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`${name}: ${seconds} s; ${await text("score")}; ${await text("status")}`);
}

try {
  await open("lab=01_last_block");
  assert.match(await text("sheet"), /draws a ticket/);
  assert.match(await text("hints"), /Five stations/);

  const cases = fs.readdirSync(folder).filter((name) => name.endsWith(".cu"));
  assert(cases.length > 0);
  for (const file of cases) {
    const name = path.basename(file, ".cu");
    const native = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), "utf8"));
    const source = fs.readFileSync(path.join(folder, file), "utf8");
    const lab = native.labs?.[0];
    const linked = `file=${name}#${gzipSync(source).toString("base64")}`;
    await open(lab ? `lab=${lab.lab}` : linked);
    await check(name, lab && source);
    const record = await page.getAttribute("#result", "data-record");
    assert(same(name, native, record ? JSON.parse(record) : null));
    const report = await page.innerText("#report");
    assert.doesNotMatch(report, /\w\.\.\.$|\.\/gridlock|your command/m, "it is cut");
    assert(await page.$eval("#report", (box) => box.scrollWidth <= box.clientWidth));
    const told = lab?.checks.filter((check) => check.interleaving) ?? native.findings;
    const players = await page.locator("interleaving-player").count();
    assert.equal(players, told.length > 0 ? 1 : 0);
  }

  await open("lab=01_last_block");
  const reference = fs.readFileSync(path.join(folder, "01_last_block.cu"), "utf8");
  await check("compile_error", reference.replace("int is_last", "imt is_last"), "1a");
  assert.match(await text("report"), /imt/);
  assert(!(await page.isVisible("#changed")));
  await page.press(".cm-content", "Space");
  assert(await page.isVisible("#changed"), "an old verdict stands as if it were new");
  const begins = "bool lastBlock(int* counter) {";
  await check("endless_loop", reference.replace(begins, `${begins} while (true);`), "1a");
  assert.match(await text("report"), /endless_loop.*lastBlock is true in one block/);
  await check("trap", reference.replace(begins, `${begins} __builtin_trap();`), "1a");
  assert.match(await text("score"), /^0 of/);

  // Without the server, the page and its text are still there.
  server.kill();
  await page.setViewportSize({ width: 1400, height: 1000 });
  await page.reload();
  await page.waitForSelector("#check:enabled");
  assert.match(await text("editor"), /__builtin_trap/);
  await check("offline", reference, "1a");
  assert.match(await text("score"), /^30 of 30/);
} finally {
  await browser.close();
  server.kill();
}
