// Draws an interleaving, as `./gridlock trace --out FILE.json` wrote it, for a slide: fewer
// rows than the picture of a page, with text for the back row, none of it cut.

import { escapeHtml } from "./highlight.mjs";

const WIDTH = 1200;
const HEIGHT = 560;
const LABEL = 24;
const SMALL = 21;
const MARGIN = 24; // Between a lane and the words beside it.

/** What a text is wide at most, in DejaVu Sans or DejaVu Sans Mono. */
function widthOf(text, size, { mono = false, bold = false } = {}) {
  return text.length * size * (mono ? 0.603 : bold ? 0.67 : 0.59);
}

/** The text in lines that are no wider than that, broken at spaces. */
export function wrap(text, width, size, style) {
  const lines = [];
  for (const word of text.split(" ")) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    if (lines.length && widthOf(longer, size, style) <= width)
      lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** The trace as lanes, rows and arrows. */
export function readTrace(text) {
  const { traceEvents, otherData } = JSON.parse(text);
  const lanes = new Map();
  const rows = [];
  const ends = new Map();
  for (const { name, cat, ph, ts, tid, id, args } of traceEvents) {
    if (name === "thread_name") lanes.set(tid, args.name);
    if (ph === "X") {
      const met = rows.find((row) => row.ts === ts && row.name === name);
      if (met) met.tids.push(tid);
      else rows.push({ ts, name, tids: [tid], racing: cat === "race", ...args });
    }
    if (ph === "s") ends.set(id, { name, kind: cat, from: { ts, tid } });
    if (ph === "f") ends.get(id).to = { ts, tid };
  }
  return { lanes, rows, arrows: [...ends.values()], ...otherData };
}

function labelOf(row) {
  const name = row.name.replace(/^racing /, "");
  const times = row.times > 1 ? ` (${row.times}\u00a0times)` : "";
  return `${name}${row.note ? `, ${row.note}` : ""}${times}`;
}

/** Where it stands and, if there is room for it in two lines, the source. */
function placeOf(row, room) {
  const source = (row.source ?? "").replace(/\s*\/\/.*$/, "");
  const lines = wrap(`${row.place}: ${source}`, room, SMALL, { mono: true });
  const fits = lines.every((line) => widthOf(line, SMALL, { mono: true }) <= room);
  return source && fits && lines.length <= 2 ? lines : [row.place];
}

/** The lane of a row that is furthest to the right. */
const lastLane = (row, tids) => Math.max(...row.tids.map((tid) => tids.indexOf(tid)));

/** The picture's words, for who cannot see it. */
function description(trace, rows) {
  const steps = rows.map((row, i) => {
    const who = row.tids.map((tid) => trace.lanes.get(tid)).join(" and ");
    return `${i + 1}. ${who}, ${row.place}: ${labelOf(row)}.`;
  });
  return [`${trace.title}.`, trace.message, ...steps].filter(Boolean).join(" ");
}

function shapeOf({ name, x, y }) {
  const word = name.replace(/^racing /, "");
  if (/^atomic/.test(word))
    return `<path class="atomic" d="M${x} ${y - 12} l12 12 l-12 12 l-12 -12 z"/>`;
  if (/fence/.test(word))
    return `<rect class="fence" x="${x - 14}" y="${y - 5}" width="28" height="10"/>`;
  if (/syncthreads|syncwarp/.test(word))
    return `<rect class="barrier" x="${x - 9}" y="${y - 9}" width="18" height="18"/>`;
  if (/write/.test(word)) return `<circle class="write" cx="${x}" cy="${y}" r="10"/>`;
  if (/read|spins/.test(word)) return `<circle class="read" cx="${x}" cy="${y}" r="9"/>`;
  return `<path class="call" d="M${x} ${y - 12} l12 21 h-24 z"/>`;
}

function textAt(x, y, text, { kind = "", size = LABEL, anchor = "" } = {}) {
  const where = anchor ? ` text-anchor="${anchor}"` : "";
  return (
    `<text class="${kind}" x="${x}" y="${Math.round(y)}" font-size="${size}"${where}>` +
    `${escapeHtml(text)}</text>`
  );
}

/**
 * An SVG.
 *
 * only    rows that have one of these texts in them
 * hide    rows that do not
 * say     "TEXT = REMARK": a remark beside the first row with the text
 * lane    "LANE = WORDS": what a lane is besides its name
 */
export function drawInterleaving(text, { only, hide = [], say = [], lane = [] } = {}) {
  const trace = readTrace(text);
  const whole = (row) =>
    (
      row.tids.map((tid) => `${trace.lanes.get(tid)}: `).join("") +
      `${labelOf(row)} ${row.place}: ${row.source ?? ""}`
    ).replace(/\u00a0/g, " ");
  const has = (row, words) => words.some((word) => whole(row).includes(word));
  for (const word of [...(only ?? []), ...hide])
    if (!trace.rows.some((row) => has(row, [word])))
      throw new Error(`no row of the interleaving contains "${word}"`);
  const rows = [];
  for (const row of trace.rows) {
    if ((only && !has(row, only)) || has(row, hide)) continue;
    const before = rows.at(-1);
    // What is hidden may have stood between two steps that are the same.
    if (before && whole(before) === whole(row) && !row.racing)
      before.times = (before.times ?? 1) + (row.times ?? 1);
    else rows.push(row);
  }
  const remarks = new Map(
    say.map((each) => {
      const [, word, remark] = /^(.*?) = (.*)$/.exec(each) ?? [];
      const row = rows.find((one) => remark && has(one, [word]));
      if (!row) throw new Error(`no row that is drawn for "${each}"`);
      return [row, remark];
    }),
  );
  const names = new Map(lane.map((each) => each.split(/ = /, 2)));
  const tids = [...trace.lanes.keys()].filter((tid) =>
    rows.some((row) => row.tids.includes(tid)),
  );
  for (const name of names.keys())
    if (!tids.some((tid) => trace.lanes.get(tid) === name))
      throw new Error(`no lane that is drawn has the name "${name}"`);

  // Lanes: as far apart as the words to the right of each allow.
  const left = trace.arrows.some(({ kind }) => kind === "missing") ? 90 : 40;
  const needed = (index) =>
    Math.max(
      ...rows
        .filter((row) => lastLane(row, tids) === index)
        .flatMap((row) => [
          widthOf(labelOf(row), LABEL, { bold: row.racing }),
          widthOf(row.place, SMALL, { mono: true }),
        ]),
      widthOf(names.get(trace.lanes.get(tids[index])) ?? "", SMALL, { mono: true }),
      160,
    );
  const gaps = tids
    .map((_, i) => (WIDTH - left - MARGIN - needed(i)) / Math.max(i, 1))
    .slice(1);
  const gap = Math.max(190, Math.min(560, ...gaps));
  const xOf = (tid) => Math.round(left + tids.indexOf(tid) * gap);

  // Rows: what each says, in lines.
  for (const row of rows) {
    row.bad = row.racing || /for ever/.test(row.name);
    const last = lastLane(row, tids);
    row.x = xOf(tids[last]) + MARGIN;
    const room = WIDTH - row.x;
    // Over the next lane only if there is no other way.
    const near = last + 1 < tids.length ? xOf(tids[last + 1]) - row.x - 12 : room;
    row.lines = [
      ...wrap(labelOf(row), room, LABEL, { bold: row.bad }).map((line) => ({
        line,
        kind: row.bad ? "bad" : "",
      })),
      ...placeOf(row, near).map((line) => ({ line, kind: "place", size: SMALL })),
      ...(remarks.has(row)
        ? wrap(remarks.get(row), room, SMALL).map((line) => ({
            line,
            kind: "remark",
            size: SMALL,
          }))
        : []),
    ];
    row.height = row.lines.length * 27 + 14;
  }
  const head = names.size ? 98 : 72;
  const arrows = trace.arrows
    .map((arrow) => ({
      ...arrow,
      a: rows.find(({ ts }) => ts === arrow.from.ts - 1),
      b: rows.find(({ ts }) => ts === arrow.to.ts - 1),
    }))
    .filter(({ a, b }) => a && b);
  const legend = arrows.some(({ kind }) => kind === "order") ? 34 : 0;
  const least = rows.reduce((sum, { height }) => sum + height, head + legend);
  const spare = Math.max(0, Math.min(22, (HEIGHT - least) / rows.length));
  let y = head;
  for (const row of rows) {
    row.y = Math.round(y + 20);
    y += row.height + spare;
  }
  const height = Math.ceil(y + legend);
  const parts = [];

  for (const tid of tids) {
    const x = xOf(tid);
    const name = trace.lanes.get(tid);
    const [, first, second = ""] = /^(.*?)(?:, (thread.*))?$/.exec(name);
    const before = tids[tids.indexOf(tid) - 1];
    const together =
      second && before !== undefined && trace.lanes.get(before).startsWith(`${first},`);
    parts.push(
      `<line class="lane" x1="${x}" y1="${head - 8}" x2="${x}" y2="${height - legend}"/>`,
    );
    if (!together) parts.push(textAt(x - 12, 26, first, { kind: "head" }));
    if (second) parts.push(textAt(x - 12, 54, second, { kind: "small", size: SMALL }));
    if (names.has(name))
      parts.push(textAt(x - 12, 54, names.get(name), { kind: "place", size: SMALL }));
  }

  for (const { kind, name, from, to, a, b } of arrows) {
    const [xa, xb] = [xOf(from.tid), xOf(to.tid)];
    if (kind === "missing") {
      const edge = 20;
      const [reach, at] = xa > xb ? [xa, a.y] : [xb, b.y];
      const words = name.replace(/^missing: /, "");
      const wide = widthOf(words, SMALL, { bold: true }) + 24;
      const tight = reach - 40 - edge < wide + 20;
      const middle = Math.round((edge + reach - 20) / 2);
      parts.push(
        `<path class="missing" d="M${xa - 18} ${a.y} H${edge} V${b.y} H${xb - 30}"/>`,
        `<path class="missingtip" d="M${xb - 18} ${b.y} l-13 -7 v14 z"/>`,
      );
      const [boxX, boxY] = tight ? [edge + wide / 2 - 8, (a.y + b.y) / 2] : [middle, at];
      parts.push(
        `<rect class="box" x="${Math.round(boxX - wide / 2)}" y="${Math.round(boxY - 18)}" ` +
          `width="${Math.round(wide)}" height="36" rx="5"/>`,
        textAt(Math.round(boxX), boxY + 7, words, {
          kind: "bad",
          size: SMALL,
          anchor: "middle",
        }),
      );
    } else if (xa !== xb) {
      const side = xb > xa ? 14 : -14;
      const turn = b.y - 26;
      parts.push(
        `<path class="order" d="M${xa + side} ${a.y + 4} V${turn} H${xb} V${b.y - 22}"/>`,
        `<path class="tip" d="M${xb} ${b.y - 13} l-6 -11 h12 z"/>`,
      );
    }
  }

  for (const row of rows) {
    const xs = row.tids.map(xOf).sort((a, b) => a - b);
    if (xs.length > 1)
      parts.push(`<path class="met" d="M${xs[0]} ${row.y} H${xs.at(-1)}" />`);
    for (const x of xs) {
      parts.push(shapeOf({ ...row, x }));
      if (row.bad) parts.push(`<circle class="ring" cx="${x}" cy="${row.y}" r="17"/>`);
    }
    row.lines.forEach(({ line, kind, size = LABEL }, i) =>
      parts.push(textAt(row.x, row.y + 6 + 27 * i, line, { kind: `${kind} halo`, size })),
    );
  }
  if (legend)
    parts.push(
      `<path class="order" d="M${left - 12} ${height - 10} h40"/>`,
      `<path class="tip" d="M${left + 40} ${height - 10} l-12 -7 v14 z"/>`,
      textAt(left + 54, height - 3, "comes before", { kind: "small", size: SMALL }),
    );
  return (
    `<div class="picture"><svg class="interleaving" viewBox="0 0 ${WIDTH} ${height}" ` +
    `width="${WIDTH}" height="${height}" role="img" ` +
    `aria-label="${escapeHtml(description(trace, rows))}">${parts.join("")}</svg></div>`
  );
}
