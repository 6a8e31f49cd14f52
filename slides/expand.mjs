// Expands a deck: puts what its directives ask for in their place.
//
// A directive is an HTML comment with a name, a colon, what it is about, and options,
// one a line:
//
//     <!-- code: solutions/01_last_block/mistakes/no_fence.cu
//     from: __device__ bool lastBlock(
//     to: }
//     -->
//
// code     lines of a file            from, to, until, lines, mark, step, size, comments,
//                                     numbers
// run      what ./gridlock prints     from, to, until, lines, mark, step, size, exit,
//                                     command
// quote    words of a file            from, to
// bars     figures of a file, drawn   unit, bar ("942 lab 02, with fences")
// bank     a lab's mistakes on a recorded GPU, one square each; with `names`, those that
//          got full points by name
// picture  an interleaving that `./gridlock trace` recorded, of a lab's demo or of
//          `submission`; a click opens a page to step through it
//                                     only, hide, say, lane (see interleaving.mjs)
// recorded "LAB MISTAKE": what a mistake's checks said on the GPU: "failed 2 of 17 checks"
// parts    a lab's parts, functions and points
// labs     the labs and their parts, in the order of docs/path.md
// minutes  how long the deck takes, by its notes
//
// `from` is text in the first line that is shown, `to` the beginning of the last one,
// `until` of the one behind it; `lines` is the most that are shown.  `size` is the largest
// font in pixels that the lines may have.  Lines that contain `mark` stand out; in prose the
// sentence that begins with it does.  Each `step` ("TEXT", or "TEXT ... TEXT" for the lines
// from one to the other) lights up when the speaker goes on.  A fix has the numbers of the
// wrong code, so that both agree; what it adds has none.  What cannot be found, or a command
// that ends otherwise than by `exit` (0 if not said), is an error that names the deck and
// the line.  Other comments are notes for the speaker; each slide
// has one, which begins with its time: "2 min".

import fs from "node:fs";
import path from "node:path";
import { spawnSync } from "node:child_process";

import { escapeHtml } from "./highlight.mjs";
import { drawInterleaving, storyIn } from "./interleaving.mjs";

/** Something in a deck that cannot be expanded; the message says where. */
export class DeckError extends Error {}

const OPTIONS = {
  code: ["from", "to", "until", "lines", "mark", "step", "comments", "numbers", "size"],
  run: ["from", "to", "until", "lines", "mark", "step", "exit", "command", "size"],
  quote: ["from", "to"],
  bars: ["unit", "bar"],
  bank: ["names"],
  picture: ["submission", "only", "hide", "say", "lane"],
  recorded: [],
  parts: [],
  labs: [],
  minutes: [],
};

const REPEATED = ["mark", "step", "bar", "only", "hide", "say", "lane"];

function readText(root, file) {
  const full = path.resolve(root, file);
  if (path.relative(root, full).startsWith(".."))
    throw new Error(`${file} is outside of the repository`);
  if (!fs.existsSync(full)) throw new Error(`there is no file ${file}`);
  return fs.readFileSync(full, "utf8");
}

function splitLines(text) {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines;
}

/** The first line behind `first` that begins with the text, indented or not. */
function lineThatBegins(lines, first, text) {
  let found = lines.findIndex((line, i) => i > first && line.startsWith(text));
  if (found < 0)
    found = lines.findIndex(
      (line, i) => i > first && line.trim().startsWith(text.trim()),
    );
  if (found < 0)
    // In a listing with numbers and marks.
    found = lines.findIndex(
      (line, i) => i > first && line.replace(/^\s*\d+ [-+ ]\s*/, "").startsWith(text),
    );
  if (found < 0) throw new Error(`no line after that begins with "${text}"`);
  return found;
}

/** The lines that from, to, until and lines ask for, and the index of the first. */
export function selectLines(lines, { from, to, until, lines: most }) {
  let first = 0;
  let end = lines.length;
  if (from !== undefined) {
    first = lines.findIndex((line) => line.includes(from));
    if (first < 0) throw new Error(`no line contains "${from}"`);
  }
  if (to !== undefined) end = lineThatBegins(lines, first, to) + 1;
  if (until !== undefined) end = Math.min(end, lineThatBegins(lines, first, until));
  if (most !== undefined) end = Math.min(end, first + Number(most));
  while (end > first + 1 && lines[end - 1].trim() === "") --end;
  return { first, selected: lines.slice(first, end) };
}

function withoutIndent(lines) {
  const indents = lines.filter((line) => line.trim()).map((line) => line.search(/\S/));
  const least = Math.min(...indents, 1000);
  return lines.map((line) => line.slice(Math.min(least, line.length)).trimEnd());
}

/** The font size in pixels that lets the lines fill the slide, within reason. */
export function fontSize(lines, most) {
  const columns = Math.max(...lines.map((line) => line.length));
  const byWidth = 1170 / (0.603 * columns);
  const byHeight = 480 / (1.22 * lines.length);
  return Math.max(22, Math.floor(Math.min(Number(most ?? 32), byWidth, byHeight)));
}

/** Where in the lines, joined, the sentence that begins with the text is. */
function sentence(lines, mark) {
  const joined = lines.join("\n");
  const start = joined.indexOf(mark);
  const end = /[.?!](?=\s|$)/.exec(joined.slice(start));
  return [start, end ? start + end.index + 1 : joined.length];
}

/** The lines as HTML, with the sentences that begin with the marks as marks. */
function withSentences(lines, marks) {
  const spans = marks.map((mark) => sentence(lines, mark));
  let at = 0;
  return lines.map((line) => {
    const begin = at;
    at += line.length + 1;
    let html = "";
    let done = 0;
    for (const [start, end] of spans) {
      const from = Math.max(start - begin, line.search(/\S|$/), done);
      const to = Math.min(end - begin, line.length);
      if (from >= to) continue;
      html += escapeHtml(line.slice(done, from));
      html += `<mark>${escapeHtml(line.slice(from, to))}</mark>`;
      done = to;
    }
    return html + escapeHtml(line.slice(done));
  });
}

function coloured(lines, lang, { highlight }) {
  if (highlight) return highlight(lines.join("\n"), lang);
  return lines.map((line) => {
    const comment = /^(.*?)(\/\/.*)$/.exec(line);
    return comment
      ? `${escapeHtml(comment[1])}<span class="comment">${escapeHtml(comment[2])}</span>`
      : escapeHtml(line);
  });
}

/** The first and the last line of a step. */
function stepOf(texts, step) {
  const [first, last] = step.split(" ... ", 2);
  const from = texts.findIndex((text) => text.includes(first));
  const to = last ? texts.findIndex((text, i) => i > from && text.includes(last)) : from;
  if (from < 0 || to < 0) throw new Error(`no lines that are shown for step "${step}"`);
  return [from, to];
}

/** A listing of rows, each with its text and, if it has them, number and sign (+ or -). */
function listing(rows, { marks = [], steps = [], lang = "text", size }, context) {
  const texts = rows.map(({ text }) => text);
  for (const mark of marks)
    if (!texts.some((text) => text.includes(mark)))
      throw new Error(`no line that is shown contains "${mark}"`);
  const html = lang === "text" ? withSentences(texts, marks) : [];
  if (lang !== "text") {
    // What goes and what comes are not one program: each is coloured without the other.
    const gone = rows.map(({ sign }) => sign === "-");
    for (const which of [true, false]) {
      const some = texts.filter((_, i) => gone[i] === which);
      const done = some.length ? coloured(some, lang, context) : [];
      gone.forEach((each, i) => {
        if (each === which) html[i] = done.shift();
      });
    }
  }
  const digits = Math.max(0, ...rows.map(({ number }) => String(number ?? "").length));
  const signs = rows.some(({ sign }) => sign);
  const shown = rows.map(({ number, sign, text }, i) => {
    const classes = ["row"];
    if (lang !== "text" && marks.some((mark) => text.includes(mark)))
      classes.push("marked");
    if (sign === "+") classes.push("added");
    if (sign === "-") classes.push("gone");
    const before = [
      ...(digits ? [String(number ?? "").padStart(digits)] : []),
      ...(signs ? [sign ?? " "] : []),
    ].join(" ");
    const gutter = before ? `<span class="number">${before}</span>  ` : "";
    return `<span class="${classes.join(" ")}">${gutter}${html[i]}</span>`;
  });
  for (const step of steps) {
    const [from, to] = stepOf(texts, step);
    shown[from] = `<span class="step" data-marpit-fragment="1">${shown[from]}`;
    shown[to] += "</span>";
  }
  const gutter = " ".repeat((digits ? digits + 2 : 0) + (signs ? 2 : 0));
  const style = `font-size:${fontSize(
    texts.map((text) => gutter + text),
    size,
  )}px`;
  return `<pre class="listing" style="${style}"><code>${shown.join("")}</code></pre>`;
}

/** The language of a line of a file: by its name, or by the fence around it. */
function languageOf(file, lines, first) {
  if (/\.(cu|cuh)$/.test(file)) return "cuda";
  const fence = lines
    .slice(0, first + 1)
    .filter((line) => line.startsWith("```"))
    .at(-1);
  return /^```(cuda|cpp)$/.exec(fence ?? "")?.[1] ?? "text";
}

function expandCode(directive, context) {
  const { options } = directive;
  const all = splitLines(readText(context.root, directive.about));
  let { first, selected } = selectLines(all, options);
  let numbers = selected.map((_, i) => first + 1 + i);
  if (options.comments === "no") {
    const bare = selected.map((line) => line.replace(/\s*\/\/.*$/, ""));
    const kept = bare.map((line, i) => line.trim() !== "" || selected[i].trim() === "");
    // Where a comment went, the empty line beside it goes as well.
    const keep = kept.map((yes, i) => yes && !(bare[i].trim() === "" && !kept[i - 1]));
    selected = bare.filter((_, i) => keep[i]);
    numbers = numbers.filter((_, i) => keep[i]);
  }
  return listing(
    withoutIndent(selected).map((text, i) => ({
      text,
      number: options.numbers === "yes" ? numbers[i] : undefined,
    })),
    {
      marks: options.mark,
      steps: options.step,
      lang: languageOf(directive.about, all, first),
      size: options.size,
    },
    context,
  );
}

/** Runs our program in the repository, without colours and with a steady width. */
function runGridlock(words, context) {
  return spawnSync(context.gridlock, words, {
    cwd: context.root,
    encoding: "utf8",
    timeout: 900_000,
    input: "",
    env: {
      ...process.env,
      NO_COLOR: "1",
      COLUMNS: "86",
      GRIDLOCK_ROOT: context.root,
      ...(context.build ? { GRIDLOCK_BUILD_DIR: context.build } : {}),
    },
  });
}

function howItEnded(result) {
  return result.error
    ? result.error.message
    : result.status === null
      ? `killed by ${result.signal}`
      : `exit code ${result.status}`;
}

/** A command's output as lines. */
function output(about, expected, context) {
  const words = about.match(/"[^"]*"|\S+/g) ?? [];
  if (words[0] !== "./gridlock") throw new Error("only ./gridlock commands are run");
  const result = runGridlock(
    words.slice(1).map((word) => word.replace(/^"(.*)"$/, "$1")),
    context,
  );
  if (result.status !== expected)
    throw new Error(
      `${about}: ${howItEnded(result)}, not exit code ${expected}\n` +
        `${(result.stdout ?? "").slice(-2000)}${(result.stderr ?? "").slice(-2000)}`,
    );
  return splitLines(result.stdout);
}

const NUMBERED = /^\s*\d+ [-+ ] /;

/** Lines with numbers and signs in front as rows; lines of the reference have no number. */
export function parseRows(lines) {
  const width = Math.max(0, ...lines.map((line) => NUMBERED.exec(line)?.[0].length ?? 0));
  const rows = lines.map((line) => {
    const parsed = NUMBERED.test(line) ? /^\s*(\d+) ([-+ ])/.exec(line) : null;
    return {
      number: parsed ? Number(parsed[1]) : undefined,
      sign: parsed && parsed[2] !== " " ? parsed[2] : undefined,
      text: line.slice(width),
    };
  });
  const texts = withoutIndent(rows.map(({ text }) => text));
  return rows.map((row, i) => ({ ...row, text: texts[i] }));
}

/** The rows of a fix with the numbers of the wrong code. */
export function renumber(fix, wrong) {
  let next = 0;
  return fix.map((row) => {
    if (row.sign === "+") return { ...row, number: undefined };
    const found = wrong.findIndex(
      ({ text }, i) => i >= next && text.trim() === row.text.trim(),
    );
    if (found < 0)
      throw new Error(`the wrong code does not have the fix's line "${row.text.trim()}"`);
    next = found + 1;
    return { ...row, number: wrong[found].number };
  });
}

function expandRun(directive, context) {
  const { options, about } = directive;
  const all = output(about, Number(options.exit ?? 0), context);
  const { selected } = selectLines(all, options);
  const look = { marks: options.mark, steps: options.step, size: options.size };
  if (/^\.\/gridlock demo \S+ --step (code|fix)$/.test(about)) {
    let rows = parseRows(selected);
    if (about.endsWith("fix")) {
      const code = output(about.replace(/fix$/, "code"), 0, context);
      rows = renumber(rows, parseRows(code));
    }
    return listing(rows, { ...look, lang: "cuda" }, context);
  }
  const shown = withoutIndent(selected);
  if (options.command === "yes") shown.unshift(`$ ${about}`, "");
  return listing(
    shown.map((text) => ({ text })),
    look,
    context,
  );
}

function expandQuote(directive, context) {
  const { from, to } = directive.options;
  if (from === undefined || to === undefined)
    throw new Error("a quote needs from and to");
  const text = readText(context.root, directive.about).replace(/\s+/g, " ");
  const start = text.indexOf(from);
  if (start < 0) throw new Error(`${directive.about} does not say "${from}"`);
  const end = text.indexOf(to, start);
  if (end < 0) throw new Error(`${directive.about} does not say "${to}" after that`);
  return text.slice(start, end + to.length);
}

function expandBars(directive, context) {
  const text = readText(context.root, directive.about);
  const bars = (directive.options.bar ?? []).map((bar) => {
    const parsed = /^([\d.,]+) (.+)$/.exec(bar);
    if (!parsed) throw new Error(`a bar is "NUMBER words", not "${bar}"`);
    const [, number, label] = parsed;
    const standsThere = new RegExp(
      `(?<![\\d.,])${number.replace(".", "\\.")}(?![\\d]|[.,]\\d)`,
    );
    if (!standsThere.test(text))
      throw new Error(`${directive.about} does not have the figure ${number}`);
    return { number, label, value: Number(number.replace(",", "")) };
  });
  if (bars.length === 0) throw new Error("bars needs at least one bar");
  const unit = directive.options.unit ?? "";
  const most = Math.max(...bars.map((bar) => bar.value));
  const rows = bars.map(({ number, label, value }) => {
    const width = Math.max(0.5, (70 * value) / most).toFixed(1);
    return (
      `<tr><th scope="row">${escapeHtml(label)}</th><td><span class="bar" ` +
      `style="width:${width}%"></span> ${number} ${escapeHtml(unit)}</td></tr>`
    );
  });
  return `<table class="bars"><tbody>${rows.join("")}</tbody></table>`;
}

/** The recorded rows of a lab's bank, and on what they were recorded. */
export function readBank(text) {
  const lines = splitLines(text);
  const machine =
    lines
      .filter((line) => line.startsWith("#"))
      .at(-1)
      ?.slice(1)
      .trim() ?? "";
  const [head, ...rows] = lines.filter((line) => !line.startsWith("#"));
  const names = head.split(",");
  return {
    machine,
    rows: rows.map((row) =>
      Object.fromEntries(row.split(",").map((x, i) => [names[i], x])),
    ),
  };
}

/** The bank of a lab that was recorded on a GPU. */
function recordedBank(lab, context) {
  const folder = path.join(context.root, "solutions", lab);
  const banks = fs.existsSync(folder)
    ? fs
        .readdirSync(folder)
        .filter((name) => /^bank_.*\.csv$/.test(name))
        .map((name) => readBank(fs.readFileSync(path.join(folder, name), "utf8")))
    : [];
  const recorded = banks.find(({ rows }) => rows[0]?.gpu_score !== undefined);
  if (!recorded) throw new Error(`no GPU has been recorded on the bank of ${lab}`);
  return recorded;
}

function expandRecorded(directive, context) {
  const [lab, mistake] = directive.about.split(" ");
  const row = recordedBank(lab, context).rows.find((each) => each.mistake === mistake);
  if (!row?.gpu_checks) throw new Error(`no GPU has been recorded on ${mistake}`);
  return row.gpu_checks_failed === "0"
    ? `passed all ${row.gpu_checks} checks`
    : `failed ${row.gpu_checks_failed} of ${row.gpu_checks} checks`;
}

function expandBank(directive, context) {
  const { machine, rows } = recordedBank(directive.about, context);
  const slips = rows.filter((row) => row.gpu_score === "100").map((row) => row.mistake);
  const names = directive.options.names === "yes";
  const squares = rows.map((row) =>
    slips.includes(row.mistake)
      ? `<span class="square slips" title="${escapeHtml(row.mistake)}">&#x2713;</span>`
      : `<span class="square" title="${escapeHtml(row.mistake)}"></span>`,
  );
  const text =
    `The GPU alone gives ${slips.length} of ${rows.length} ` +
    `wrong submissions full points.`;
  const list = slips.map((slip) => `<li><code>${escapeHtml(slip)}</code></li>`).join("");
  return (
    (names
      ? ""
      : `<div class="bank" role="img" aria-label="${text}">${squares.join("")}</div>\n\n`) +
    `**${slips.length} of ${rows.length}** wrong submissions get full points ` +
    `${names ? "" : "(&#x2713;) "}from a GPU alone${names ? ":" : "."}\n\n` +
    (names ? `<ul class="names">${list}</ul>\n\n` : "") +
    `<p class="source">${escapeHtml(machine)}</p>`
  );
}

function expandPicture(directive, context) {
  fs.mkdirSync(context.pictures, { recursive: true });
  const name = `${directive.about}_steps.html`;
  const file = path.join(context.pictures, name);
  fs.rmSync(file, { force: true });
  const { submission, ...look } = directive.options;
  const call = [
    "trace",
    directive.about,
    ...(submission ? ["--submission", submission] : ["--demo"]),
  ];
  const result = runGridlock([...call, "--out", file], context);
  if (!fs.existsSync(file))
    throw new Error(
      `./gridlock ${call.join(" ")}: ${howItEnded(result)}, ` +
        `and no picture\n${result.stderr}`,
    );
  const main = `${directive.about.replace(/^\d+_/, "")}.cu`;
  const story = storyIn(fs.readFileSync(file, "utf8"));
  return drawInterleaving(story, { ...look, main, page: `pictures/${name}` });
}

/** A lab's parts: name, title, the functions that the sheet names, points. */
function readParts(lab, context) {
  const toml = readText(context.root, `labs/${lab}/lab.toml`);
  const sheet = readText(context.root, `labs/${lab}/README.md`);
  const parts = [];
  for (const [, id, title] of toml.matchAll(
    /\[\[part\]\]\s+id = "([^"]+)"\s+title = "([^"]+)"/g,
  )) {
    const row = new RegExp(`^\\| ${id} \\|(.*)\\| (\\d+) \\|$`, "m").exec(sheet);
    if (!row) throw new Error(`the sheet of ${lab} has no points for ${id}`);
    const names = [...row[1].matchAll(/`([a-z]\w{2,})(?:\([\w, ]*\))?`/g)].map(
      ([, name]) => name,
    );
    parts.push({ id, title, names: [...new Set(names)], points: Number(row[2]) });
  }
  if (parts.length === 0) throw new Error(`${lab} has no parts`);
  return parts;
}

function expandParts(directive, context) {
  const rows = readParts(directive.about, context).map(({ id, title, names, points }) => {
    const code = names.map((name) => `\`${name}\``).join(" ");
    return `| ${id} | ${title}${code ? `<br>${code}` : ""} | ${points} |`;
  });
  return `| part | you write | points |\n|---|---|--:|\n${rows.join("\n")}`;
}

function expandLabs(directive, context) {
  const order = [
    ...readText(context.root, "docs/path.md").matchAll(
      /^\| \[[^\]]*\]\(\.\.\/labs\/(\w+)\//gm,
    ),
  ].map(([, lab]) => lab);
  const there = fs
    .readdirSync(path.join(context.root, "labs"))
    .filter((name) => /^\d\d_/.test(name));
  const forgotten = there.filter((lab) => !order.includes(lab));
  if (forgotten.length) throw new Error(`docs/path.md does not have ${forgotten[0]}`);
  const rows = order.map((lab, i) => {
    const title = /^title = "(.*)"$/m.exec(
      readText(context.root, `labs/${lab}/lab.toml`),
    )?.[1];
    if (!title) throw new Error(`labs/${lab}/lab.toml has no title`);
    const parts = readParts(lab, context).map(
      ({ id, points }) => `${id}:&nbsp;${points}`,
    );
    return `| ${i + 1} | ${lab.slice(0, 2)} | ${title} | ${parts.join(", ")} |`;
  });
  return `| order | lab | title | points |\n|---|---|---|---|\n${rows.join("\n")}`;
}

const EXPANSIONS = {
  code: expandCode,
  run: expandRun,
  quote: expandQuote,
  bars: expandBars,
  bank: expandBank,
  picture: expandPicture,
  recorded: expandRecorded,
  parts: expandParts,
  labs: expandLabs,
};

/** A comment as a directive; null if it is a note or one of Marp's. */
export function parseDirective(comment) {
  const [head, ...rest] = comment.trim().split("\n");
  const parsed = /^([a-z]+)(?::\s*(.*))?$/.exec(head.trim());
  if (!parsed || !(parsed[1] in OPTIONS)) return null;
  const [, name, about = ""] = parsed;
  const options = {};
  for (const line of rest.filter((each) => each.trim())) {
    const option = /^([a-z]+):\s?(.*)$/.exec(line.trim());
    if (!option || !OPTIONS[name].includes(option[1]))
      throw new Error(
        `"${line.trim()}" is no option of ${name}; it has ` +
          (OPTIONS[name].join(", ") || "none"),
      );
    const [, key, value] = option;
    if (REPEATED.includes(key)) (options[key] ??= []).push(value);
    else options[key] = value;
  }
  return { name, about: about.trim(), options };
}

/** The minutes of each slide, from its note. */
function slideMinutes(deck, text) {
  const body = text.replace(/^---\n[\s\S]*?\n---\n/, (head) =>
    "\n".repeat(head.split("\n").length - 1),
  );
  let line = 1;
  return body.split(/^---$/m).map((slide) => {
    const minutes = /<!--\s*([\d.]+) min\b/.exec(slide)?.[1];
    const heading = slide.split("\n").findIndex((each) => each.startsWith("#"));
    if (minutes === undefined)
      throw new DeckError(
        `${deck}:${line + Math.max(heading, 0)}: ` +
          'this slide has no note that begins with its time, as "2 min"',
      );
    line += slide.split("\n").length - 1;
    return Number(minutes);
  });
}

/**
 * Expands the text of a deck.
 *
 * context: root, the repository; gridlock, the program; build, its build folder;
 * pictures, a folder for the interleavings that are drawn.
 */
export function expandDeck(deck, text, context) {
  const minutes = slideMinutes(deck, text).reduce((sum, each) => sum + each, 0);
  return text.replace(/<!--([\s\S]*?)-->/g, (comment, inside, at) => {
    const line = text.slice(0, at).split("\n").length;
    try {
      const directive = parseDirective(inside);
      if (!directive) return comment;
      if (directive.name === "minutes") return `about ${Math.ceil(minutes)} minutes`;
      return EXPANSIONS[directive.name](directive, context);
    } catch (error) {
      throw new DeckError(`${deck}:${line}: ${error.message}`);
    }
  });
}
