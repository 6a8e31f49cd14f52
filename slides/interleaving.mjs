// Draws the story that `./gridlock trace --out FILE.html` wrote for a slide: fewer rows than
// the picture of a page, with text for the back row, none of it cut.

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

/** The story in a page that one can step through (its format: grader/player/README.md). */
export function storyIn(page) {
  const [, text] = /<script type="application\/json">(.*?)<\/script>/s.exec(page) ?? [];
  if (!text) throw new Error("the page that was to be drawn has no story in it");
  return JSON.parse(text);
}

/** The steps as rows; a meeting of several lanes is one.  `main` is the file of the lab. */
function rowsOf({ sources, steps }, main) {
  const rows = [];
  for (const [at, step] of steps.entries()) {
    const { name, parts } = sources[step.source] ?? { parts: [] };
    const part = parts.find(
      ({ first, lines }) => first <= step.line && step.line < first + lines.length,
    );
    const place =
      name === main ? `line ${step.line}` : name ? `${name}:${step.line}` : "";
    const met = rows.find(({ meeting }) => meeting && meeting === step.meeting);
    if (met) met.lanes.push(step.lane);
    else
      rows.push({
        ...step,
        at: [],
        lanes: [step.lane],
        place,
        source: part?.lines[step.line - part.first].trim() ?? "",
      });
    (met ?? rows.at(-1)).at.push(at);
  }
  return rows;
}

function labelOf(row) {
  const repeated = row.repeated ?? `${row.times} times`;
  const said = repeated.replaceAll(" ", "\u00a0");
  const told = repeated.startsWith("after ") ? `, ${said}` : ` (${said})`;
  const times = row.times > 1 ? told : "";
  return `${row.what}${row.note ? `, ${row.note}` : ""}${times}`;
}

/** Where it stands and, if there is room for it in two lines, the source. */
function placeOf(row, room) {
  const source = row.source.replace(/\s*\/\/.*$/, "");
  const lines = wrap(`${row.place}: ${source}`, room, SMALL, { mono: true });
  const fits = lines.every((line) => widthOf(line, SMALL, { mono: true }) <= room);
  return source && fits && lines.length <= 2 ? lines : [row.place];
}

/** The lane of a row that is furthest to the right. */
const lastLane = (row, drawn) =>
  Math.max(...row.lanes.map((lane) => drawn.indexOf(lane)));

/** The picture's words, for who cannot see it. */
function description(story, rows) {
  const steps = rows.map((row, i) => {
    const who = row.lanes.map((lane) => story.lanes[lane].name).join(" and ");
    return `${i + 1}. ${who}, ${row.place}: ${labelOf(row)}.`;
  });
  return [`${story.title}.`, story.message, ...steps].filter(Boolean).join(" ");
}

const SHAPES = {
  atomic: (x, y) =>
    `<path class="atomic" d="M${x} ${y - 12} l12 12 l-12 12 l-12 -12 z"/>`,
  fence: (x, y) =>
    `<rect class="fence" x="${x - 14}" y="${y - 5}" width="28" height="10"/>`,
  barrier: (x, y) =>
    `<rect class="barrier" x="${x - 9}" y="${y - 9}" width="18" height="18"/>`,
  write: (x, y) => `<circle class="write" cx="${x}" cy="${y}" r="10"/>`,
  read: (x, y) => `<circle class="read" cx="${x}" cy="${y}" r="9"/>`,
  call: (x, y) => `<path class="call" d="M${x} ${y - 12} l12 21 h-24 z"/>`,
};

function textAt(x, y, text, { kind = "", size = LABEL, anchor = "" } = {}) {
  const where = anchor ? ` text-anchor="${anchor}"` : "";
  return (
    `<text class="${kind}" x="${x}" y="${Math.round(y)}" font-size="${size}"${where}>` +
    `${escapeHtml(text)}</text>`
  );
}

/**
 * An SVG of a story.
 *
 * main    the file whose lines are named without it
 * page    the page with the player that a click on the picture opens
 * only    rows that have one of these texts in them
 * hide    rows that do not
 * say     "TEXT = REMARK": a remark beside the first row with the text
 * lane    "LANE = WORDS": what a lane is besides its name
 */
export function drawInterleaving(
  story,
  { main, page, only, hide = [], say = [], lane = [] } = {},
) {
  const all = rowsOf(story, main);
  const nameOf = (index) => story.lanes[index].name;
  const whole = (row) =>
    (
      row.lanes.map((index) => `${nameOf(index)}: `).join("") +
      `${labelOf(row)} ${row.place}: ${row.source}`
    ).replace(/\u00a0/g, " ");
  const has = (row, words) => words.some((word) => whole(row).includes(word));
  for (const word of [...(only ?? []), ...hide])
    if (!all.some((row) => has(row, [word])))
      throw new Error(`no row of the interleaving contains "${word}"`);
  const rows = [];
  for (const row of all) {
    if ((only && !has(row, only)) || has(row, hide)) continue;
    const before = rows.at(-1);
    // What is hidden may have stood between two steps that are the same.
    if (before && whole(before) === whole(row) && !row.racing) {
      before.times += row.times;
      delete before.repeated;
    } else {
      rows.push(row);
    }
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
  const drawn = [...story.lanes.keys()].filter((index) =>
    rows.some((row) => row.lanes.includes(index)),
  );
  for (const name of names.keys())
    if (!drawn.some((index) => nameOf(index) === name))
      throw new Error(`no lane that is drawn has the name "${name}"`);

  // Lanes: as far apart as the words to the right of each allow.
  const left = story.missing_arrow ? 90 : 40;
  const needed = (index) =>
    Math.max(
      ...rows
        .filter((row) => lastLane(row, drawn) === index)
        .flatMap((row) => [
          widthOf(labelOf(row), LABEL, { bold: row.racing }),
          widthOf(row.place, SMALL, { mono: true }),
        ]),
      widthOf(names.get(nameOf(drawn[index])) ?? "", SMALL, { mono: true }),
      160,
    );
  const gaps = drawn
    .map((_, i) => (WIDTH - left - MARGIN - needed(i)) / Math.max(i, 1))
    .slice(1);
  // What lanes are besides their names stands side by side.
  const heads = drawn
    .slice(0, -1)
    .map((index) => widthOf(names.get(nameOf(index)) ?? "", SMALL, { mono: true }) + 20);
  const gap = Math.max(190, ...heads, Math.min(560, ...gaps));
  const xOf = (index) => Math.round(left + drawn.indexOf(index) * gap);

  // Rows: what each says, in lines.
  for (const row of rows) {
    row.bad = row.racing || row.stuck;
    const last = lastLane(row, drawn);
    row.x = xOf(drawn[last]) + MARGIN;
    const room = WIDTH - row.x;
    // Over the next lane only if there is no other way.
    const near = last + 1 < drawn.length ? xOf(drawn[last + 1]) - row.x - 12 : room;
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
  const arrows = [
    ...story.arrows.map((arrow) => ({ ...arrow, kind: "order" })),
    ...(story.missing_arrow ? [{ ...story.missing_arrow, kind: "missing" }] : []),
  ]
    .map(({ kind, from, to }) => ({
      kind,
      from: story.steps[from].lane,
      to: story.steps[to].lane,
      a: rows.find(({ at }) => at.includes(from)),
      b: rows.find(({ at }) => at.includes(to)),
    }))
    .filter(({ a, b }) => a && b);
  const legend = 34;
  const least = rows.reduce((sum, { height }) => sum + height, head + legend);
  const spare = Math.max(0, Math.min(22, (HEIGHT - least) / rows.length));
  let y = head;
  for (const row of rows) {
    row.y = Math.round(y + 20);
    y += row.height + spare;
  }
  const height = Math.ceil(y + legend);
  const parts = [];

  for (const [i, index] of drawn.entries()) {
    const x = xOf(index);
    const name = nameOf(index);
    const [, first, second = ""] = /^(.*?)(?:, (thread.*))?$/.exec(name);
    const before = drawn[i - 1];
    const together =
      second && before !== undefined && nameOf(before).startsWith(`${first},`);
    parts.push(
      `<line class="lane" x1="${x}" y1="${head - 8}" x2="${x}" y2="${height - legend}"/>`,
    );
    if (!together) parts.push(textAt(x - 12, 26, first, { kind: "head" }));
    if (second) parts.push(textAt(x - 12, 54, second, { kind: "small", size: SMALL }));
    if (names.has(name))
      parts.push(textAt(x - 12, 54, names.get(name), { kind: "place", size: SMALL }));
  }

  for (const { kind, from, to, a, b } of arrows) {
    const [xa, xb] = [xOf(from), xOf(to)];
    if (kind === "missing") {
      const edge = 20;
      const [reach, at] = xa > xb ? [xa, a.y] : [xb, b.y];
      const words = story.lacks;
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
    const xs = row.lanes.map(xOf).sort((a, b) => a - b);
    if (xs.length > 1)
      parts.push(`<path class="met" d="M${xs[0]} ${row.y} H${xs.at(-1)}" />`);
    for (const x of xs) {
      parts.push(SHAPES[row.kind](x, row.y));
      if (row.bad) parts.push(`<circle class="ring" cx="${x}" cy="${row.y}" r="17"/>`);
    }
    row.lines.forEach(({ line, kind, size = LABEL }, i) =>
      parts.push(textAt(row.x, row.y + 6 + 27 * i, line, { kind: `${kind} halo`, size })),
    );
  }
  if (arrows.some(({ kind }) => kind === "order"))
    parts.push(
      `<path class="order" d="M${left - 12} ${height - 14} h40"/>`,
      `<path class="tip" d="M${left + 40} ${height - 14} l-12 -7 v14 z"/>`,
      textAt(left + 54, height - 7, "comes before", { kind: "small", size: SMALL }),
    );
  parts.push(
    textAt(WIDTH, height - 7, "click to step through it", {
      kind: "small",
      size: SMALL,
      anchor: "end",
    }),
  );
  return (
    `<div class="picture"><a href="${page}" target="_blank">` +
    `<svg class="interleaving" viewBox="0 0 ${WIDTH} ${height}" ` +
    `width="${WIDTH}" height="${height}" role="img" ` +
    `aria-label="${escapeHtml(description(story, rows))}">${parts.join("")}</svg></a></div>`
  );
}
