// click.mjs BROWSER SITE FOLDER [PICTURES]: checks files in the page as a reader does, in a
// headless browser, from a server that only sends files.  FOLDER has, for each case, a file
// NAME.cu and what the command said of it, NAME.json.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";

const [executablePath, site, folder, pictures] = process.argv.slice(2);
const server = spawn("python3", ["-u", "-m", "http.server", "--bind", "127.0.0.1", "0"], {
  cwd: site,
});
const address = await new Promise((resolve) =>
  server.stdout.on("data", (text) => resolve(/http:\/\/[\d.:]+\//.exec(text)?.[0])),
);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
let failed = 0;

/** What both roads must agree on: points, verdicts, and the words of the first finding. */
function essence(record) {
  const lab = record.labs[0];
  const first = lab.checks.find((check) => check.finding)?.finding;
  return JSON.stringify({
    score: lab.score,
    checks: lab.checks.map(({ part, verdict, points }) => ({ part, verdict, points })),
    first: first?.message,
  });
}

try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.on(
    "console",
    (message) => message.type() === "error" && console.error(message.text()),
  );
  page.on("pageerror", (error) => console.error(error));
  for (const file of fs.readdirSync(folder).filter((name) => name.endsWith(".cu"))) {
    const name = path.basename(file, ".cu");
    const source = fs.readFileSync(path.join(folder, file), "utf8");
    await page.goto(address);
    await page.evaluate(
      (text) => localStorage.setItem("gridlock/01_last_block", text),
      source,
    );
    await page.reload();
    const begun = performance.now();
    await page.click("#check");
    await page.waitForFunction(() => !document.getElementById("check").disabled, null, {
      timeout: 1_200_000,
    });
    const seconds = ((performance.now() - begun) / 1000).toFixed(1);
    const record = await page.evaluate(
      () => document.getElementById("result").dataset.record,
    );
    console.log(`${name}: ${await page.textContent("#score")}, ${seconds} s`);
    if (pictures)
      for (const width of [1400, 390]) {
        await page.setViewportSize({ width, height: 1000 });
        await page.screenshot({
          path: path.join(pictures, `${name}_${width}.png`),
          fullPage: true,
        });
      }
    const native = essence(
      JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), "utf8")),
    );
    const here = record ? essence(JSON.parse(record)) : await page.textContent("#status");
    if (here !== native) {
      failed = 1;
      console.error(`${name} differs:\n  command ${native}\n  page    ${here}`);
    }
  }
} finally {
  await browser.close();
  server.kill();
}
process.exit(failed);
