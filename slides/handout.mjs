// The speaker's notes as a hand-out for printing: each slide with its notes.

import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const STYLE = `
  @page { size: A4; margin: 14mm 12mm; }
  body { font: 10.5pt/1.4 "DejaVu Sans", sans-serif; margin: 0; }
  article { display: grid; grid-template-columns: 84mm 1fr; gap: 6mm; margin: 0 0 7mm;
    break-inside: avoid; }
  img { width: 84mm; border: 0.3mm solid #999; }
  p { margin: 0 0 2mm; }
  .minutes { color: #555; }
`;

function escapeHtml(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** Splits Marp's text of all notes into the notes of each slide. */
export function notesOf(text) {
  return text.split(/^---$/m).map((note) => note.trim());
}

function articleHtml(note, image) {
  const [, minutes, rest] = /^(\d+ min)\.\s*([^]*)$/.exec(note) ?? [null, "", note];
  const paragraphs = rest
    .split(/\n\s*\n/)
    .map((paragraph) => `<p>${escapeHtml(paragraph.trim())}</p>`);
  return (
    `<article><img src="${escapeHtml(image)}" alt=""><div>` +
    `<p class="minutes">${minutes}</p>${paragraphs.join("")}</div></article>`
  );
}

/** A page with a deck's slides, as pictures, and their notes. */
export function handoutHtml(title, notes, images) {
  if (notes.length !== images.length)
    throw new Error(`${title}: ${notes.length} notes for ${images.length} slides`);
  const articles = notes.map((note, i) => articleHtml(note, images[i]));
  return (
    `<!doctype html><html lang="en"><meta charset="utf-8">` +
    `<title>${escapeHtml(title)}: notes</title><style>${STYLE}</style>${articles.join("")}`
  );
}

/** Writes NAME_notes.pdf for each deck, whose notes and pictures are in `out`. */
export async function writeHandouts(browser, out, decks) {
  const written = [];
  for (const deck of decks) {
    const name = path.basename(deck, ".md");
    const images = fs
      .readdirSync(out)
      .filter((file) => file.startsWith(`${name}.`) && file.endsWith(".png"))
      .sort();
    const notes = notesOf(fs.readFileSync(path.join(out, `${name}.txt`), "utf8"));
    const html = path.join(out, `${name}_notes.html`);
    fs.writeFileSync(html, handoutHtml(name, notes, images));
    const page = await browser.newPage();
    await page.goto(pathToFileURL(html).href, { timeout: 0, waitUntil: "load" });
    const file = path.join(out, `${name}_notes.pdf`);
    await page.pdf({ path: file, printBackground: true, preferCSSPageSize: true });
    await page.close();
    fs.rmSync(html);
    written.push(file);
  }
  return written;
}
