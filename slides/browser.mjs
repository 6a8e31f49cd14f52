// Chromium, for what only a browser can do with a deck.

import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** Calls `work(browser)` with a Chromium that ends afterwards. */
export async function withBrowser(npm, executablePath, work) {
  const library = path.join(
    npm,
    "node_modules/puppeteer-core/lib/esm/puppeteer/puppeteer-core.js",
  );
  const puppeteer = (await import(pathToFileURL(library).href)).default;
  const browser = await puppeteer.launch({
    executablePath,
    headless: true,
    // Chromium's own sandbox does not work for root.
    args: os.userInfo().uid === 0 ? ["--no-sandbox"] : [],
    timeout: 0,
    protocolTimeout: 0, // A machine may be busy; ctest has a limit.
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}
