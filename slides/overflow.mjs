// Checks in Chromium that each slide can be read: everything fits, no text is cut, too
// small or too pale, and no large part of a slide is empty.

import path from "node:path";
import { pathToFileURL } from "node:url";

/** What a slide has to keep to, on 1280 x 720. */
export const LIMITS = {
  // The smallest text, as it is rendered, in pictures too.
  font: 20,
  // The longest stretch of a slide's height with nothing in it, from the top edge to the
  // bottom edge: a slide that ends at 55 % of the height is 45 % empty.
  empty: 0.4,
  // WCAG 2's AA for normal text.
  contrast: 4.5,
};

/**
 * Runs in the page; returns what is wrong, as sentences.  A title slide (class "lead") may
 * be empty.  A source at the foot of a slide does not fill it.  Page numbers are in no
 * element, so they are not measured: they are for finding a slide again, not for the room.
 */
async function problemsOfPage(limits) {
  const found = [];

  /** Copies the picture of an <img> to the same place, as elements that can be measured. */
  async function unfoldPicture(img) {
    const text = await (await fetch(img.src)).text();
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    const box = img.getBoundingClientRect();
    const holder = document.createElement("div");
    holder.style.cssText =
      `position:fixed;left:${box.left}px;top:${box.top}px;` +
      `width:${box.width}px;height:${box.height}px;visibility:hidden`;
    // In a shadow tree, where the page's style does not reach.
    const shadow = holder.attachShadow({ mode: "open" });
    const copy = document.importNode(svg, true);
    copy.setAttribute("width", box.width);
    copy.setAttribute("height", box.height);
    shadow.append(copy);
    document.body.append(holder);
    return { holder, copy };
  }

  const isPicture = (img) => /^data:image\/svg|\.svg$/.test(img.src);

  function textsIn(root) {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      const shown = !parentElement.closest("style, script, title, desc, annotation");
      if (shown && textContent.trim()) texts.push(walker.currentNode);
    }
    return texts;
  }

  /** A text's size in the slide's pixels. */
  function fontSize(element, scale) {
    const size = parseFloat(getComputedStyle(element).fontSize);
    if (!element.ownerSVGElement) return size;
    // A slide of Marp's is itself inside of an <svg>, whose scale is not to be counted.
    const { a, b } = element.getScreenCTM();
    return (size * Math.hypot(a, b)) / scale;
  }

  /** Two texts of a picture that lie over one another, or nothing. */
  function overlapping(texts, scale) {
    const drawn = [
      ...new Set(texts.map(({ parentElement }) => parentElement.closest("text"))),
    ]
      .filter(Boolean)
      .map((text) => [text, text.getBoundingClientRect()]);
    for (const [i, [one, a]] of drawn.entries())
      for (const [other, b] of drawn.slice(i + 1)) {
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const isOne = one.ownerSVGElement === other.ownerSVGElement;
        // Lines of a text may touch.
        if (isOne && wide > 4 * scale && high > 8 * scale)
          return [one.textContent, other.textContent];
      }
    return undefined;
  }

  function parts(colour) {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g).map(Number);
    return { r, g, b, a };
  }

  function luminance({ r, g, b }) {
    const [x, y, z] = [r, g, b].map((each) => {
      const c = each / 255;
      return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  }

  function contrast(element) {
    let behind = element;
    while (behind && parts(getComputedStyle(behind).backgroundColor).a === 0)
      behind = behind.parentElement;
    const paper = behind
      ? parts(getComputedStyle(behind).backgroundColor)
      : { r: 255, g: 255, b: 255 };
    const [dark, light] = [parts(getComputedStyle(element).color), paper]
      .map(luminance)
      .sort((x, y) => x - y);
    return (light + 0.05) / (dark + 0.05);
  }

  const quoted = (text) => `"${text.trim().replace(/\s+/g, " ").slice(0, 40)}"`;

  const slides = [...document.querySelectorAll("section")];
  for (const [index, slide] of slides.entries()) {
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
      if (inner.width === 0) continue;
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

    const unfolded = [];
    for (const img of slide.querySelectorAll("img"))
      if (isPicture(img)) unfolded.push(await unfoldPicture(img));
    const texts = [slide, ...unfolded.map(({ copy }) => copy)].flatMap(textsIn);

    const sizes = texts.map((text) => ({
      text,
      size: fontSize(text.parentElement, scale),
    }));
    const small = sizes.filter(({ size }) => size < limits.font - 0.05);
    if (small.length) {
      const least = small.reduce((x, y) => (y.size < x.size ? y : x));
      complain(
        `${small.length} texts are below ${limits.font} px, the smallest ` +
          `${quoted(least.text.textContent)} of ${least.size.toFixed(1)} px`,
      );
    }

    const cut = texts.filter(
      ({ parentElement, textContent }) =>
        parentElement.ownerSVGElement &&
        parentElement.closest("text") &&
        /(\.\.\.|\u2026)$/.test(textContent.trim()),
    );
    if (cut.length)
      complain(`${cut.length} texts are cut, such as ${quoted(cut[0].textContent)}`);
    for (const text of texts) {
      const drawn = text.parentElement.closest("text");
      const frame = drawn?.ownerSVGElement.getBoundingClientRect();
      const inner = drawn?.getBoundingClientRect();
      if (drawn && (inner.right > frame.right + slack || inner.left < frame.left - slack))
        complain(`${quoted(drawn.textContent)} sticks out of its picture`);
    }

    const over = overlapping(texts, scale);
    if (over) complain(`${over.map(quoted).join(" lies over ")} in a picture`);

    const pale = texts.find(
      ({ parentElement }) =>
        !parentElement.ownerSVGElement?.closest("section, div") &&
        contrast(parentElement) < limits.contrast - 0.005,
    );
    if (pale)
      complain(
        `${quoted(pale.textContent)} has a contrast of only ` +
          `${contrast(pale.parentElement).toFixed(1)} to 1`,
      );

    if (!slide.classList.contains("lead")) {
      // From top to bottom, what fills the slide: texts, pictures, bars.
      const filled = texts
        .filter(({ parentElement }) => !parentElement.closest(".source"))
        .flatMap((text) => {
          const range = document.createRange();
          range.selectNodeContents(text);
          return [...range.getClientRects()];
        })
        .concat(
          [...slide.querySelectorAll(".bar, .square")].map((element) =>
            element.getBoundingClientRect(),
          ),
        )
        .filter(({ height }) => height > 0)
        .map(({ top, bottom }) => [top - box.top, bottom - box.top])
        .sort(([x], [y]) => x - y);
      let reached = 0;
      let gap = 0;
      for (const [top, end] of [...filled, [box.height, box.height]]) {
        gap = Math.max(gap, top - reached);
        reached = Math.max(reached, end);
      }
      if (gap > limits.empty * box.height)
        complain(`${Math.round((100 * gap) / box.height)} % of the height are empty`);
    }
    for (const { holder } of unfolded) holder.remove();
  }
  return { slides: slides.length, found };
}

/** What is wrong in these decks (files), as sentences that name deck and slide. */
export async function findOverflow(browser, decks, limits = LIMITS) {
  const found = [];
  for (const deck of decks) {
    const page = await browser.newPage();
    await page.setViewport({ width: 1280, height: 720 });
    await page.emulateMediaType("print"); // All slides are laid out at once.
    await page.goto(pathToFileURL(deck).href, { timeout: 0 });
    const problems = await page.evaluate(problemsOfPage, limits);
    found.push(
      ...problems.found.map((problem) => `${path.basename(deck, ".html")}: ${problem}`),
    );
    await page.close();
  }
  return found;
}
