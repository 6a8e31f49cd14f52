// click.mjs BROWSER SITE FOLDER [PICTURES]: checks files in the page as a reader does, in a
// headless browser, from a server that only sends files.  FOLDER has, for each case, a file
// NAME.cu and what the command said of it, NAME.json.
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { chromium } from "playwright-core";
import { same } from "./same.mjs";

const [executablePath, site, folder, pictures] = process.argv.slice(2);
const server = spawn("python3", ["-u", "-m", "http.server", "--bind", "127.0.0.1", "0"], {
  cwd: site,
});
const address = await new Promise((resolve) =>
  server.stdout.on("data", (text) => resolve(/http:\/\/[\d.:]+\//.exec(text)?.[0])),
);
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
let failed = 0;

try {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  page.on(
    "console",
    (message) => message.type() === "error" && console.error(message.text()),
  );
  page.on("pageerror", (error) => console.error(error));
  page.on("crash", () => {
    console.error("the page has crashed");
    server.kill();
    process.exit(1);
  });
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
    const native = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), "utf8"));
    if (!record) console.error(await page.textContent("#status"));
    if (!same(name, native, record ? JSON.parse(record) : null, "1a")) failed = 1;
  }
} finally {
  await browser.close();
  server.kill();
}
process.exit(failed);
