// Looks in Chromium whether everything fits on its slide.

import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** In the page: what sticks out of a slide, and pictures that are too small to read. */
function problemsOfPage() {
  const found = [];
  document.querySelectorAll("section").forEach((slide, index) => {
    const heading = slide.querySelector("h1, h2")?.textContent ?? "no heading";
    const complain = (what) => found.push(`slide ${index + 1} (${heading}): ${what}`);
    const box = slide.getBoundingClientRect();
    const scale = box.width / slide.offsetWidth || 1;
    const style = getComputedStyle(slide);
    const bottom = box.bottom - parseFloat(style.paddingBottom) * scale;
    const right = box.right - parseFloat(style.paddingRight) * scale;
    const slack = 2 * scale;
    for (const element of slide.querySelectorAll("*")) {
      const inner = element.getBoundingClientRect();
      if (inner.width === 0 || element.closest("[data-marpit-fragment]") === slide)
        continue;
      const name = element.tagName.toLowerCase();
      if (inner.bottom > bottom + slack) {
        complain(`${name} is ${Math.round((inner.bottom - bottom) / scale)} px too low`);
        break;
      }
      if (inner.right > right + slack) {
        complain(`${name} is ${Math.round((inner.right - right) / scale)} px too wide`);
        break;
      }
      if (element.scrollWidth > element.clientWidth + 2 && name === "pre") {
        complain(`a line is ${element.scrollWidth - element.clientWidth} px too long`);
        break;
      }
    }
  });
  return found;
}

/** What does not fit in these decks (files), as sentences that name deck and slide. */
export async function findOverflow(puppeteer, browserPath, decks) {
  const root = os.userInfo().uid === 0;
  const browser = await puppeteer.launch({
    executablePath: browserPath,
    headless: true,
    args: root ? ["--no-sandbox"] : [],
    timeout: 0,
    protocolTimeout: 0, // A machine may be busy; ctest has a limit.
  });
  try {
    const found = [];
    for (const deck of decks) {
      const page = await browser.newPage();
      await page.setViewport({ width: 1280, height: 720 });
      await page.emulateMediaType("print"); // All slides are laid out at once.
      await page.goto(pathToFileURL(deck).href, { timeout: 0 });
      const problems = await page.evaluate(problemsOfPage);
      found.push(
        ...problems.map((problem) => `${path.basename(deck, ".html")}: ${problem}`),
      );
      await page.close();
    }
    return found;
  } finally {
    await browser.close();
  }
}
