// <interleaving-player> plays one execution of a CUDA program: what is in memory, what
// each lane may still read, and the order that is missing, step by step.  See README.md.
(() => {
  "use strict";
  if (customElements.get("interleaving-player")) return;

  // In a wide player the source stands beside the steps.
  const beside = (width, stage) => `@container (min-width: ${width}px) {
    ${stage} { grid-template-columns: minmax(0, 7fr) minmax(0, 5fr); }
    ${stage} .memory { grid-column: 1 / -1; }
    ${stage} .source { grid-column: 2; grid-row: 1; display: flex; flex-direction: column; }
    ${stage} .source .box { flex: 1; max-height: none; contain: size; min-height: 14em; }
  }`;
  const STYLE = `
  :host { display: block; container-type: inline-size; text-align: left;
    color: var(--ink); --bg: #ffffff; --tint: #f4f6f8; --ink: #1b1f24; --soft: #59636e;
    --line: #d7dce1; --edge: #87919c; --hot: #00639c; --hot-bg: #e6f1f8; --fill: #0072b2;
    --bad: #b34700; --bad-bg: #fdf0e6; --good: #00664b; --good-bg: #e5f4ef;
    --lane-0: #005a8f; --lane-1: #00664b; --lane-2: #8a3468; --lane-3: #7a5200;
    --gap: 2.5em; --least: 9.5em; --mono: ui-monospace, Menlo, Consolas, monospace; }
  :host(.dark) { --bg: #16191d; --tint: #21262c; --ink: #e6e9ec; --soft: #a3adb8;
    --line: #363d45; --edge: #737d88; --hot: #7cc4f0; --hot-bg: #14303f; --fill: #56b4e9;
    --bad: #ff9a57; --bad-bg: #3a2416; --good: #4fc9a0; --good-bg: #12332a;
    --lane-0: #7cc4f0; --lane-1: #56d0aa; --lane-2: #e6a3c8; --lane-3: #f0bd4a; }
  :host([hidden]), [hidden] { display: none !important; } * { box-sizing: border-box; }
  p, h2 { margin: 0; } button, input { font: inherit; color: inherit; }
  :focus-visible { outline: 2px solid var(--hot); outline-offset: 2px; }
  code, kbd, td, .what, .row, .file { font-family: var(--mono); font-size: 0.9em; }
  h3, .count, .keys, .group, .number, .omitted { color: var(--soft); font-size: 0.85em; }
  .file, .line, .gap, .over { color: var(--soft); }
  .box, .body, .number, .meeting, .omitted, .step, .lacks { position: relative; }
  .badge, .lacks, .flag, td.several { color: var(--bad); font-weight: 700; }
  .badge, .end, td.several { background: var(--bad-bg); }
  .end, .why { padding: 0.5em 0.9em; border-left: 4px solid var(--bad); }
  .player { display: grid; gap: 1em; grid-template-columns: minmax(0, 1fr); outline: none;
    padding: 1.25em; line-height: 1.45; background: var(--bg); border-radius: 10px;
    border: 1px solid var(--line); overflow-wrap: break-word; }
  .sr { position: absolute; width: 1px; height: 1px; overflow: hidden; opacity: 0; }
  header { display: flex; flex-wrap: wrap; gap: 0.4em 1em; align-items: baseline; }
  h3 { margin: 0 0 0.4em; } h2 { flex: 1 1 14em; font-size: 1.2em; line-height: 1.3;
    min-width: 0; overflow-wrap: anywhere; }
  .badge { padding: 0.1em 0.7em; border: 1.5px solid; border-radius: 1em; }
  .badge.good { color: var(--good); } .badge.open { color: inherit; }
  .open.open { background: none; border-color: var(--line); }
  .good.good { background: var(--good-bg); border-color: var(--good); }
  .bar { display: flex; flex-wrap: wrap; gap: 0.5em; align-items: center; }
  .bar button { padding: 0.3em 0.8em; font-size: 0.92em; background: var(--bg);
    cursor: pointer; border: 1px solid var(--edge); border-radius: 6px; }
  .bar .forward { color: var(--bg); background: var(--fill); }
  .bar [aria-disabled="true"] { color: var(--soft); background: var(--tint) !important;
    border-color: var(--line); cursor: default; }
  .forward[aria-disabled="true"] { color: var(--soft) !important; }
  input { flex: 1 1 8em; min-width: 6em; margin: 0 0.25em; accent-color: var(--fill); }
  .switch { display: inline-flex; }
  .bar .switch button:first-child { border-radius: 6px 0 0 6px; }
  .bar .switch button:last-child { border-radius: 0 6px 6px 0; margin-left: -1px; }
  .bar [aria-pressed="true"] { font-weight: 600; color: var(--hot); z-index: 1;
    background: var(--hot-bg); border-color: var(--hot); }
  [aria-pressed="true"]::before { content: "\\2713\\00a0"; } .repair { flex: 1 1 14em; }
  .now { display: grid; gap: 0.3em; align-content: start; min-height: 6.4em; }
  .end { display: grid; gap: 0.3em; margin-top: 0.3em; border-radius: 4px; }
  .stage { display: grid; gap: 1.25em; grid-template-columns: minmax(0, 1fr); }
  .box { overflow: auto; border: 1px solid var(--line); border-radius: 8px; }
  .box::after { content: ""; display: block; height: var(--spare, 0); }
  .steps .box { max-height: 34em; }
  .inner { min-width: calc(1.8em + var(--lanes) * (var(--least) + var(--gap))); }
  .grid { display: grid; column-gap: var(--gap); padding: 0 1em 0 0.8em;
    grid-template-columns: 0 repeat(var(--lanes), minmax(var(--least), 1fr)); }
  .heads { position: sticky; top: 0; z-index: 3; padding-block: 0.5em 0.4em;
    background: var(--bg); border-bottom: 1px solid var(--line); text-align: center; }
  .group { margin-bottom: 0.25em; border-bottom: 2px solid var(--line); }
  .member { font-weight: 600; }
  .mark { display: inline-flex; justify-content: center; align-items: center; flex: none;
    width: 1.45em; height: 1.45em; font: 700 0.78em/1 var(--mono); border-radius: 50%;
    color: var(--bg); background: var(--lane); vertical-align: 0.08em; }
  .body { row-gap: 0.45em; padding-block: 0.7em 0.8em; }
  .arrows { position: absolute; width: 100%; height: 100%; pointer-events: none;
    overflow: visible; z-index: 1; fill: none; }
  .life { background: var(--line); z-index: 0; justify-self: center; width: 2px;
    margin-block: -0.7em -0.8em; }
  .band { grid-column: 1 / -1; margin: -0.22em -1em -0.22em -0.8em; cursor: pointer; }
  .band.current, .row.current { background: var(--hot-bg);
    box-shadow: inset 4px 0 var(--hot); }
  .number { grid-column: 1; place-self: center start; pointer-events: none; }
  .number.current, .arrow { font-weight: 700; color: var(--hot); }
  .meeting { align-self: center; height: 6px; background: var(--edge); }
  .omitted { z-index: 1; grid-column: 2 / -1; place-self: center; padding: 0 0.8em;
    background: var(--bg); }
  .step { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 0.5em;
    z-index: 2; place-items: center start; align-content: center; padding: 0.35em 0.45em;
    text-align: left; overflow-wrap: anywhere; line-height: 1.35; color: var(--soft);
    background: var(--bg); border: 1px solid var(--line); border-radius: 6px;
    cursor: pointer; }
  .step.played { color: var(--ink); background: var(--tint); border-color: var(--edge); }
  .step.current { background: var(--bg); box-shadow: 0 0 0 2px var(--hot); }
  .step.bad { border-color: var(--bad); box-shadow: inset 4px 0 var(--bad); }
  .step.bad.current { box-shadow: inset 4px 0 var(--bad), 0 0 0 2px var(--hot); }
  .played .what, .row.current .code { font-weight: 600; }
  table:not(:last-child) { border-bottom: 1px solid var(--line); }
  .step svg { width: 13px; height: 13px; fill: none; stroke: currentColor;
    stroke-width: 2; } .played > svg { stroke: var(--lane); }
  .played :is(.write, .atomic, .fence, .barrier) { fill: var(--lane); }
  .more, .flag, .lacks { font-size: 0.85em; } .more, .flag { grid-column: 2; }
  .lacks { place-self: center start; padding: 0.1em 0.5em; z-index: 2;
    pointer-events: none; background: var(--bg); border: 1.5px dashed;
    border-radius: 6px; } .lacks.right { justify-self: end; }
  .halo { stroke: var(--bg); stroke-width: 6; } .order { stroke: var(--soft); stroke-width: 2; }
  .order.current { stroke: var(--hot); stroke-width: 3; }
  .missing { stroke: var(--bad); stroke-width: 2.5; stroke-dasharray: 6 5; }
  .order-tip { fill: var(--soft); } .order-tip.current { fill: var(--hot); }
  .missing-tip { fill: var(--bad); } .what { font-size: 0.8em; }
  .source .box { max-height: 20em; padding: 0.3em 0; line-height: 1.5; }
  .file { padding: 0.4em 0.9em 0.2em; font-weight: 600; } .gap { padding-left: 4em; }
  .row { display: grid; grid-template-columns: 1em 2em minmax(0, 1fr) auto; gap: 0 0.6em;
    padding: 0 0.6em 0 0.5em; } .line { text-align: right; user-select: none; }
  .code { white-space: pre-wrap; padding-left: 2em; text-indent: -2em;
    overflow-wrap: anywhere; }
  .here { display: flex; gap: 2px; align-items: center; font-size: 1.05em; }
  table { width: 100%; border-collapse: collapse; font-size: 0.95em; }
  th, td { padding: 0.35em 0.9em; text-align: left; border-top: 1px solid var(--line); }
  thead th { border-top: 0; font-size: 0.9em; vertical-align: bottom; }
  tbody th { font-weight: 400; white-space: nowrap; }
  .over, td:nth-child(3), tr + tr th:first-child[scope="col"] {
    border-left: 1px solid var(--line); } td.changed { font-weight: 700; }
  .changed:not(.several) { background: var(--hot-bg); }
  td.several { outline: 2px dashed; outline-offset: -4px; }
  .why { margin: 0.7em 0.9em; padding-block: 0; }
  .key { display: inline-block; margin-right: 0.8em; }
  kbd { padding: 0 0.4em; border: 1px solid var(--edge); border-radius: 4px;
    color: var(--ink); }
  ${beside(800, ".few")} ${beside(1100, ".some")}
  .many .inner { --gap: 1.6em; --least: 6.4em; }
  @container (max-width: 999px) { .inner { --gap: 1.3em; --least: 6.6em; } }
  @container (max-width: 479px) {
    .player { padding: 0.9em; } .inner { --gap: 1.2em; --least: 7.2em; }
    tbody th { white-space: normal; } table { font-size: 0.8em; } .what { font-size: 0.71em; }
    th, td, .step { padding: 0.35em; } .step { gap: 0 0.25em; } .step svg { width: 10px; }
    .name { position: absolute; width: 1px; overflow: hidden; opacity: 0; }
  }
  @media print {
    .bar button, .switch, input, .keys { display: none; } .bar { display: contents; }
    .player { display: block; border: 0; padding: 0; print-color-adjust: exact; }
    .player > * { margin-bottom: 1em; } .printing { width: 660px; }
    .printing.inside { width: 620px; } h3, header, .heads { break-after: avoid; }
    .some .step { padding-inline: 0.2em; column-gap: 0.3em; } .some .what { font-size: 0.74em; }
    .stage { display: block; } .stage > * { display: block; margin-bottom: 1.25em; }
    .steps .box, .source .box { max-height: none; overflow: visible; contain: none; }
    .heads { position: static; margin-bottom: 0.7em; } .body { padding-top: 0; }
    .box::after { content: none; } .step, .row, tr, .end, .now { break-inside: avoid; }
  }`;

  // make("p.note.good", { title: "..." }, ...children): text is never read as HTML.
  function make(what, ...children) {
    const [tag, ...classes] = what.split(".");
    const space = /^(svg|path)$/.test(tag) ? "2000/svg" : "1999/xhtml";
    const node = document.createElementNS(`http://www.w3.org/${space}`, tag);
    node.setAttribute("class", classes.join(" "));
    const described = children[0] && children[0].constructor === Object;
    for (const [name, value] of Object.entries(described ? children.shift() : {}))
      node.setAttribute(name, value);
    node.append(...children.filter((child) => child !== ""));
    return node;
  }

  // Text between backticks becomes code.
  const rich = (text) =>
    text.split("`").map((part, i) => (i % 2 ? make("code", part) : part));

  const listed = (items, word = "and") => {
    const comma = items.some((item) => `${item}`.includes(",")) ? "; " : ", ";
    return items.length < 2
      ? items.join("")
      : `${items.slice(0, -1).join(comma)} ${word} ${items[items.length - 1]}`;
  };
  // What memory holds before anything has happened.
  const firstOf = (name, value) => {
    if (value === "(never written)") return `${name} was never written.`;
    if (value === "?") return `${name} is not known yet.`;
    return `${name} is ${value} in memory.`;
  };
  // A long name breaks between its words: cudaStream|Wait|Event, __threadfence_|block.
  const soft = (t) =>
    t
      .split(/(?<=[a-z])(?=[A-Z])|(?<=[a-z]_)/)
      .flatMap((s, i) => (i ? [make("wbr"), s] : s));
  const unique = (items) => [...new Set(items)];
  const addTo = (map, key, value) => map.set(key, [...(map.get(key) || []), value]);
  const colour = (lane) => `--lane: var(--lane-${lane % 4});`;
  const mark = (lane, title = "") =>
    make("span.mark", { style: colour(lane), title }, `${lane + 1}`);

  // The most lanes that are marked at a line: the rest of its room is for the code.
  const LINE_MARKS = 5;
  const GLYPHS = {
    write: "M2 8a6 6 0 0 0 12 0a6 6 0 0 0-12 0z",
    read: "M2 8a6 6 0 0 0 12 0a6 6 0 0 0-12 0z",
    atomic: "M8 1l7 7-7 7-7-7z",
    fence: "M1 6h14v4h-14z",
    barrier: "M2 2h12v12h-12z",
    call: "M2 14l6-12 6 12z",
  };

  // A checked story, and answers to questions about it.  `at` counts the moves that
  // were made; a move is one step, or all the steps of a meeting.
  class Story {
    constructor(json) {
      const format = json && json.format;
      if (format !== "gridlock story 1")
        throw new Error(`its format is "${format}", not "gridlock story 1"`);
      this.unjudged = Boolean(json.unjudged);
      for (const key of ["title", "verdict", "message", "missing", "lacks", "note"])
        this[key] = String(json[key] || "");
      for (const key of ["sources", "lanes", "words", "steps", "omitted", "arrows"]) {
        this[key] = json[key] || [];
        if (!Array.isArray(this[key])) throw new Error(`"${key}" is no list`);
      }
      for (const { lane, word, source, saw, knows = [], fenced = [] } of this.steps) {
        this.check("lanes", lane);
        if (word !== undefined) this.check("words", word);
        if (source !== undefined) this.check("sources", source);
        const before = [saw, ...fenced.flatMap(({ write, fence }) => [write, fence])];
        this.check("steps", ...knows, ...before.filter((i) => i !== undefined));
      }
      this.lacking = json.missing_arrow && { ...json.missing_arrow, kind: "missing" };
      this.orders = this.arrows.map((arrow) => ({ ...arrow, kind: "order" }));
      this.steps.forEach((_, to) => {
        for (const from of this.fencesBefore(to).keys())
          this.orders.push({ from, to, kind: "order" });
      });
      if (this.lacking) this.orders.push(this.lacking);
      for (const { from, to } of this.orders) this.check("steps", from, to);
      this.names = this.lanes.map(({ name }) => name);
      this.findMoves();
      // Memory is shown for lanes that run code or touch a word.
      const touches = (l) => this.steps.some((s) => s.lane === l && s.word !== undefined);
      const runs = (lane) => !/^(the )?host\b|^stream\b/.test(this.names[lane]);
      this.first = Math.max(
        this.steps.findIndex((step) => runs(step.lane)),
        0,
      );
      this.readers = [...this.lanes.keys()].filter((l) => runs(l) || touches(l));
    }

    check(key, ...indices) {
      for (const i of indices)
        if (!this[key][i]) throw new Error(`"${key}" has no number ${i}`);
    }

    findMoves() {
      const meetings = new Map();
      this.moves = [];
      this.steps.forEach(({ meeting }, i) => {
        // The lanes of a meeting go on once the last of them has come.
        const met = meeting > 0 ? meetings.get(meeting) : undefined;
        const move = [...(met || []), i];
        if (met) this.moves.splice(this.moves.indexOf(met), 1);
        this.moves.push(move);
        meetings.set(meeting, move);
      });
      this.moveOf = this.steps.map((_, i) => this.moves.findIndex((m) => m.includes(i)));
    }

    // The indices of the played steps for which `like` holds.
    played(at, like) {
      const is = (i) => this.moveOf[i] < at && like(this.steps[i]);
      return [...this.steps.keys()].filter(is);
    }

    lastOf(lane, at) {
      return this.played(at, (step) => step.lane === lane).pop();
    }

    // The fences of other lanes that come before a fence in the order of fences, with the
    // writes that it makes visible.
    fencesBefore(i) {
      const writes = new Map();
      for (const { write, fence } of this.steps[i].fenced ?? [])
        addTo(writes, fence, write);
      return writes;
    }

    // The writes that fences have made visible to a lane: each with the fence that
    // follows the write, and with the lane's own fence.
    fencedFor(lane, at) {
      const all = this.played(at, (step) => step.lane === lane && step.fenced);
      return all.flatMap((own) => this.steps[own].fenced.map((one) => ({ ...one, own })));
    }

    writesTo(word, at) {
      const writes = (step) => step.writes !== undefined || step.kind === "write";
      return this.played(at, (step) => step.word === word && writes(step));
    }

    // The value that `write` left; without a write, the value before the first step.
    value(word, write) {
      const { before = "?" } = this.words[word];
      if (write === undefined) return `${before}`;
      const { writes = "?" } = this.steps[write];
      return writes === "?" ? `the new value of ${this.number(write)}` : `${writes}`;
    }

    // Without a lane, what is in memory.  With one, the values from the last write that
    // it knows of to the newest; `unordered` are the writes that it does not know of.
    read(word, at, lane) {
      const { steps } = this;
      const writes = this.writesTo(word, at);
      const newest = this.value(word, writes[writes.length - 1]);
      if (lane === undefined) return { text: newest, old: [] };
      const knows = steps[this.lastOf(lane, at)]?.knows ?? [];
      const seen = this.played(at, (s) => s.lane === lane && s.word === word);
      const fenced = this.fencedFor(lane, at);
      const isKnown = (write) =>
        steps[write].lane === lane ||
        seen.some((i) => steps[i].saw === write) ||
        fenced.some((one) => one.write === write) ||
        knows.some((k) => steps[k].lane === steps[write].lane && write <= k);
      const unordered = [];
      while (writes.length && !isKnown(writes[writes.length - 1]))
        unordered.unshift(writes.pop());
      const values = [writes.pop(), ...unordered].map((write) => this.value(word, write));
      const old = unique(values).filter((value) => value !== newest);
      return { text: listed([...old, newest], "or"), old, unordered };
    }

    whose(i) {
      return this.names[this.steps[i].lane];
    }

    number = (i) => `step ${this.moveOf[i] + 1}`;

    cite(i) {
      const place = this.place(this.steps[i]);
      return `${this.number(i)} of ${this.whose(i)}${place && ` (${place})`}`;
    }

    place({ line, source = 0 }) {
      const file = this.sources.length > 1 ? ` of ${this.sources[source].name}` : "";
      return line === undefined ? "" : `line ${line}${file}`;
    }

    // The number of moves up to the next order; 0 if there is none.
    nextOrder(at) {
      const isOrder = (i) =>
        this.steps[i].kind === "fence" ||
        this.steps[i].meeting > 0 ||
        this.arrows.some(({ to }) => to === i);
      return this.moves.findIndex((move, m) => m >= at && move.some(isOrder)) + 1;
    }

    breaksAt() {
      const last = (key) => this.played(Infinity, (step) => step[key]).pop();
      const i = last("racing") ?? last("stuck");
      return i === undefined ? this.moves.length : this.moveOf[i] + 1;
    }

    // What a move did: the step, and remarks on it.
    tell(at, reveal) {
      if (at === 0) return ["Nothing has happened yet."];
      const move = this.moves[at - 1];
      const steps = move.map((i) => this.steps[i]);
      const [{ what, note, repeated, racing }] = steps;
      const who = listed(unique(move.map((i) => this.whose(i))));
      const where = listed(unique(steps.map((step) => this.place(step))));
      const did = [what, note, repeated].filter(Boolean).join(", ");
      const said = [`${who}: ${did}${where && ` (${where})`}.`];
      said.push(...move.map((i) => this.tellSight(i)));
      said.push(...move.flatMap((i) => [...this.tellFences(i), this.tellNoOlder(i)]));
      const other = this.played(at - 1, (step) => step.racing).pop();
      if (reveal && racing && other !== undefined)
        said.push(`Nothing orders it and ${this.cite(other)}.`);
      if (move.length > 1)
        said.push("What any of them did before it comes before what any does after it.");
      if (steps.some(({ stuck }) => stuck)) said.push("It waits here forever.");
      return said.filter(Boolean);
    }

    tellSight(i) {
      const { saw, lane, reads, word } = this.steps[i];
      if (saw !== undefined) {
        const who = this.steps[saw].lane === lane ? "it" : this.whose(saw);
        return `It sees what ${who} wrote in ${this.number(saw)}.`;
      }
      // This is surely the value from before the first step if no lane has written the
      // same value.
      if (word === undefined || this.value(word) !== reads) return "";
      const values = this.writesTo(word, this.moveOf[i]).map((w) => this.value(word, w));
      const old = values.length && !values.includes(reads);
      return old ? "It still sees the value from before." : "";
    }

    // Which fences come before a fence, and which writes its lane can no longer miss.
    tellFences(i) {
      const { steps, words } = this;
      return [...this.fencesBefore(i)].map(([fence, writes]) => {
        const what = writes.map((write) => {
          const did = steps[write].lane === steps[fence].lane ? "made" : "seen";
          const name = words[steps[write].word]?.name;
          return `the write of ${name} in ${this.number(write)}, ${did} before that fence`;
        });
        return (
          `All threads agree on one order of such fences, and this one comes after ` +
          `${this.cite(fence)}. So from here on ${this.whose(i)} cannot miss ${listed(what)}.`
        );
      });
    }

    // For the first read that fences order behind a write, tells how they order it.
    tellNoOlder(i) {
      const { steps } = this;
      const { lane, word, reads } = steps[i];
      if (reads === undefined) return "";
      const like = (one) => steps[one.write].word === word;
      const found = this.fencedFor(lane, this.moveOf[i]).filter(like).pop();
      const again = (s, k) =>
        k > found.own && k < i && s.lane === lane && s.word === word;
      if (!found || steps.some(again)) return "";
      const { write, fence, own } = found;
      const [w, f, o] = [write, fence, own].map((k) => this.number(k));
      const first =
        steps[write].lane === steps[fence].lane
          ? `${w} comes before the fence in ${f}`
          : `${this.whose(fence)} saw ${w} before its fence in ${f}`;
      const why = `${first}, that fence before the one in ${o}, and that before this read`;
      return `It cannot read an older value: ${why}.${this.tellOtherOrder(found, i)}`;
    }

    // Tells which read behind the first fence could not have returned its value if the
    // two fences had come in the other order.
    tellOtherOrder({ fence, own }, i) {
      const { steps } = this;
      const [one, other] = [steps[fence].lane, steps[own].lane];
      const before = this.played(this.moveOf[own], ({ lane }) => lane === other);
      const isBehind = (k) => steps[k].lane === one && k >= fence;
      // If the second lane knows of the first fence, no other order is possible.
      if (before.some((k) => (steps[k].knows || []).some(isBehind))) return "";
      for (let read = fence; read < i; ++read) {
        if (steps[read].lane !== one || steps[read].reads === undefined) continue;
        const writes = this.writesTo(steps[read].word, this.moveOf[own]);
        const missed = writes.filter((k) => steps[k].lane === other).pop();
        if (missed === undefined || missed < read) continue;
        const [r, m] = [read, missed].map((k) => this.number(k));
        const then = `With the two fences in the other order, ${r} could not miss ${m}.`;
        return ` ${then} So at least one of the two reads sees the other's write.`;
      }
      return "";
    }

    // What a move changed in memory and in what may be read.
    tellChanges(at) {
      const said = [];
      this.words.forEach(({ name }, word) => {
        const { text: now } = this.read(word, at);
        if (at === 0) return said.push(firstOf(name, now));
        const { text: before } = this.read(word, at - 1);
        if (before !== now) said.push(`${name} in memory: ${before} becomes ${now}.`);
        const changed = new Map();
        for (const lane of this.readers) {
          const { text, old } = this.read(word, at, lane);
          if (text === this.read(word, at - 1, lane).text) continue;
          // Do not tell that a lane can read its own last write.
          if (this.writesTo(word, at).pop() === this.lastOf(lane, at)) continue;
          const may = old.length ? "may read" : "can now only read";
          addTo(changed, `${may} ${text}`, this.names[lane]);
        }
        for (const [may, who] of changed)
          said.push(`From ${name}, ${listed(who)} ${may}.`);
      });
      if (said.length > 5) said.splice(4, said.length, "The table has more.");
      return said.length || !this.words.length
        ? said.join(" ")
        : "Memory stays the same.";
    }

    // Why lanes may still read old values: one sentence for those with the same reason.
    whyOld(word, at, lanes) {
      const reasons = new Map();
      for (const lane of lanes) {
        const { old, unordered } = this.read(word, at, lane);
        if (!old.length) continue;
        const from = `${listed(old, "or")} from ${this.words[word].name}`;
        const writes = listed(unordered.map((write) => this.cite(write)));
        const why = `${from}: nothing orders the write in ${writes}`;
        addTo(reasons, why, this.names[lane]);
      }
      return [...reasons].map(([why, who]) => {
        const next = who.length > 1 ? "their next steps" : "its next step";
        return `${listed(who)} may still read ${why} before ${next}.`;
      });
    }
  }

  // A story's boxes.  `reveal` shows what went wrong; `guess` hides the steps to come.
  class View {
    constructor(story, at, reveal, guess) {
      Object.assign(this, { story, at, reveal, guess });
      this.cards = story.steps.map((step, i) => this.card(step, i));
    }

    state(move) {
      if (!this.at)
        return move === this.story.moveOf[this.story.first] + 1 ? ".start" : "";
      return (move <= this.at ? ".played" : "") + (move === this.at ? ".current" : "");
    }

    card(step, i) {
      const { lane, kind, what, note, repeated, stuck, racing } = step;
      const { story, at } = this;
      const move = story.moveOf[i] + 1;
      const raced = story.steps.every((s, k) => !s.racing || story.moveOf[k] < at);
      const bad = move <= at && this.reveal && (stuck || (racing && raced));
      const more = [this.guess && move > at ? "" : note];
      if (repeated) more.push(repeated.replaceAll(" ", "\u00a0"));
      more.push(story.place(step).replace("line ", "line\u00a0"));
      const path = make(`path.${kind}`, { d: GLYPHS[kind] || GLYPHS.call });
      const about = { type: "button", style: colour(lane), "data-move": move };
      if (move === at) about["aria-current"] = "step";
      if (move !== Math.max(at, 1)) about.tabindex = -1;
      return make(
        `button.step${this.state(move)}${bad ? ".bad" : ""}`,
        about,
        make("span.sr", `Step ${move}, ${story.whose(i)}: `),
        make("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, path),
        make("span.what", ...soft(`${what || kind}`)),
        make("span.more", ...soft(more.filter(Boolean).join(" \u00b7 "))),
        bad ? make("span.flag", stuck ? "waits forever" : "nothing orders it") : "",
      );
    }

    steps() {
      const { story } = this;
      this.svg = make("svg.arrows", { "aria-hidden": "true" });
      this.body = make("div.grid.body", this.svg);
      let row = 0;
      const omitted = (n) => {
        const text = `\u22ef ${n} step${n > 1 ? "s" : ""} left out`;
        if (n) this.place(make("div.omitted", text), ++row);
      };
      story.moves.forEach((move, m) => {
        omitted(move.reduce((sum, i) => sum + (story.omitted[i] || 0), 0));
        const state = this.state(m + 1);
        this.place(make(`div.band${state}`, { "data-move": m + 1 }), ++row);
        this.place(make(`div.number${state}`, `${m + 1}`), row);
        const lanes = move.map((i) => story.steps[i].lane).sort((a, b) => a - b);
        const bar = make(`div.meeting${state}`);
        if (move.length > 1) this.place(bar, row, lanes[0], lanes[lanes.length - 1]);
        for (const i of move) this.place(this.cards[i], row, story.steps[i].lane);
      });
      omitted(story.omitted[story.steps.length]);
      for (const lane of story.lanes.keys())
        this.place(make("div.life"), `1 / ${row + 1}`, lane);
      this.placeLacks();
      const style = `--lanes: ${story.lanes.length}`;
      return make("div.inner", { style }, this.heads(), this.body);
    }

    place(node, row, lane, last = lane, grid = this.body) {
      node.style.gridRow = row;
      if (lane !== undefined) node.style.gridColumn = `${lane + 2} / ${last + 3}`;
      grid.append(node);
    }

    heads() {
      const { lanes } = this.story;
      const heads = make("div.grid.heads");
      lanes.forEach(({ group, member, name }, lane) => {
        const other = (l) => !lanes[l] || lanes[l].group !== group;
        let last = lane;
        while (!other(last + 1)) ++last;
        const titled = member && other(lane - 1);
        if (titled) this.place(make("div.group", group), 1, lane, last, heads);
        const head = make("div.member", mark(lane), ` ${member || name}`);
        this.place(head, 2, lane, lane, heads);
      });
      return heads;
    }

    // Puts the words of the missing order into a free cell beside one of its two steps.
    placeLacks() {
      const { lacking, lacks, steps, moves, moveOf } = this.story;
      if (!lacking || !this.isSeen(lacking)) return;
      const [from, to] = [steps[lacking.from].lane, steps[lacking.to].lane];
      const there = moves[moveOf[lacking.from]].every((i) => steps[i].lane !== to);
      const row = this.cards[there ? lacking.from : lacking.to].style.gridRow;
      const name = there === to < from ? "div.lacks.right" : "div.lacks";
      this.place(make(name, lacks || "no order"), parseInt(row), there ? to : from);
    }

    memory() {
      const { story, at } = this;
      const cell = (word, lane) => {
        const { text } = story.read(word, at, lane);
        const why = lane === undefined ? "" : story.whyOld(word, at, [lane]).join("");
        const changed = at > 0 && story.read(word, at - 1, lane).text !== text;
        const kind = `${changed ? ".changed" : ""}${why && ".several"}`;
        return make(`td${kind}`, { title: why }, text);
      };
      const head = (text, about) => make("th", { scope: "col", ...about }, ...text);
      const rows = story.words.map(({ name }, word) => {
        const cells = [undefined, ...story.readers].map((lane) => cell(word, lane));
        return make("tr", head([make("code", `${name}`)], { scope: "row" }), ...cells);
      });
      const { names, readers } = story;
      const whys = story.words.flatMap((_, word) => story.whyOld(word, at, readers));
      const title = (lane) => make("span.name", ` ${names[lane]}`);
      const lanes = readers.map((lane) => head([mark(lane), title(lane)]));
      const top = ["Word", "In memory now"].map((text) => head([text], { rowspan: 2 }));
      const over = { colspan: lanes.length, scope: "colgroup", class: "over" };
      if (lanes.length) top.push(head(["May still be read by"], over));
      const heads = make("thead", make("tr", ...top), make("tr", ...lanes));
      return [
        make("table", heads, make("tbody", ...rows)),
        ...whys.map((why) => make("p.why", why)),
      ];
    }

    source() {
      const { story, at } = this;
      const spot = (i) => `${story.steps[i]?.source ?? 0}:${story.steps[i]?.line}`;
      const last = story.names.map((_, lane) => story.lastOf(lane, at));
      const now = at ? story.moves[at - 1].map(spot) : [];
      const nodes = [];
      const row = (here, line, text) => {
        const current = now.includes(here);
        const start = !at && here === spot(story.first) ? ".start" : "";
        const there = last.flatMap((i, lane) => (spot(i) === here ? [lane] : []));
        const marks = there
          .slice(0, LINE_MARKS)
          .map((lane) => mark(lane, `${story.names[lane]} has come to here`));
        if (there.length > LINE_MARKS) marks.push(` +${there.length - LINE_MARKS}`);
        return make(
          `div.row${current ? ".current" : start}`,
          make("span.arrow", { "aria-hidden": "true" }, current ? "\u25b6" : ""),
          make("span.line", `${line}`),
          make("span.code", `${text}`),
          make("span.here", ...marks),
        );
      };
      story.sources.forEach(({ name, own, parts }, source) => {
        const remark = own ? " (your file)" : parts.length ? "" : " (not shown)";
        nodes.push(make("div.file", `${name}${remark}`));
        parts.forEach(({ first, lines }, part) => {
          if (part) nodes.push(make("div.gap", "\u22ef"));
          const line = (text, k) => row(`${source}:${first + k}`, first + k, text);
          nodes.push(...lines.map(line));
        });
      });
      return nodes;
    }

    isSeen({ from, to, kind }) {
      const both = Math.max(this.story.moveOf[from], this.story.moveOf[to]);
      return both < this.at && (kind === "order" || this.reveal);
    }

    drawArrows() {
      const { orders, steps, lanes, moves, moveOf } = this.story;
      // Each arrow goes down between two lanes; arrows between the same two lie side by
      // side.
      const gutters = lanes.map(() => []);
      for (const arrow of orders) {
        const [from, to] = [steps[arrow.from].lane, steps[arrow.to].lane];
        arrow.ahead = from < to ? 1 : -1;
        arrow.early = moves[moveOf[arrow.from]].length > 1;
        const beside = arrow.early ? from : to;
        if (from !== to)
          gutters[arrow.early === from < to ? beside : beside - 1].push(arrow);
      }
      this.svg.replaceChildren();
      for (const gutter of gutters)
        for (const arrow of gutter.filter((one) => this.isSeen(one)))
          this.drawArrow(arrow, (0.6 + gutter.indexOf(arrow)) / (1.4 + gutter.length));
    }

    // `share` says where between the lanes the line goes down.  A removed player has no gap.
    drawArrow({ from, to, kind, ahead, early }, share) {
      const gutter = ahead * (parseFloat(getComputedStyle(this.body).columnGap) || 0);
      const [a, b] = [this.cards[from], this.cards[to]];
      const [y1, y2] = [a, b].map((card) => card.offsetTop + card.offsetHeight / 2);
      const x1 = a.offsetLeft + (ahead > 0 ? a.offsetWidth : 0);
      const x2 = b.offsetLeft + (ahead > 0 ? 0 : b.offsetWidth);
      const x = early ? x1 + gutter * share : x2 - gutter * (1 - share);
      const r = Math.sign(y2 - y1) * Math.min(7, Math.abs(y2 - y1) / 2);
      const tip = `M${x2} ${y2}l${-ahead * 10} -5v10z`;
      const d =
        `M${x1} ${y1}H${x - ahead * 7}Q${x} ${y1} ${x} ${y1 + r}` +
        `V${y2 - r}Q${x} ${y2} ${x + ahead * 7} ${y2}H${x2 - ahead * 8}`;
      const now = this.story.moveOf[to] + 1 === this.at ? " current" : "";
      const line = (kind) => make("path", { d, class: kind });
      this.svg.prepend(line("halo"), line(kind + now)); // Below all tips.
      this.svg.append(make("path", { d: tip, class: `${kind}-tip${now}` }));
    }
  }

  // Columns: the key, the key as shown, the action, the action in words, and the label of
  // its button, if it has one.
  const ACTIONS = [
    ["Home", "Home", "first", "first", "First"],
    ["ArrowLeft", "\u2190", "back", "back", "Back"],
    ["ArrowRight", "\u2192", "forward", "forward", "Forward"],
    ["End", "End", "last", "last", ""],
    ["o", "o", "order", "next order", "To the next order"],
    ["b", "b", "breaks", "where it breaks", "To where it breaks"],
    ["r", "r", "version", "as written or repaired", ""],
  ];

  // A key that no other part of the page takes is for the one player on the screen; Home
  // and End stay the page's, unless it has a single player.
  addEventListener("keydown", (event) => {
    const players = [...document.querySelectorAll("interleaving-player")];
    const boxes = players.map((player) => [player, player.getBoundingClientRect()]);
    const isSeen = ([, box]) =>
      box.bottom > 0.25 * innerHeight && box.top < 0.75 * innerHeight;
    const [seen, ...others] = boxes.filter(isSeen);
    if (event.target !== document.body || !seen || others.length) return;
    if (players.length === 1 || !/^(Home|End)$/.test(event.key)) seen[0].key(event);
  });

  class InterleavingPlayer extends HTMLElement {
    connectedCallback() {
      if (this.shadowRoot) return;
      this.attachShadow({ mode: "open" });
      const parsed = this.querySelector("script") || document.readyState !== "loading";
      if (parsed) this.start();
      else addEventListener("DOMContentLoaded", () => this.start(), { once: true });
    }

    start() {
      this.player = make("div.player", { role: "region", tabindex: -1 });
      this.shadowRoot.append(make("style", STYLE), this.player);
      this.version = 0;
      this.revealed = !this.hasAttribute("predict");
      try {
        const data = this.querySelector('script[type="application/json"]');
        if (!data) throw new Error("it has no data");
        const json = JSON.parse(data.textContent);
        this.story = new Story(json);
        this.stories = [this.story];
        if (json.repaired) this.stories.push(new Story(json.repaired));
        this.position = this.clamp(this.getAttribute("at"));
        this.build(String(json.repair || ""));
        this.stories.forEach((story) => new View(story, 0).source());
        this.render();
        this.follow("auto");
      } catch (error) {
        const why = `This interleaving cannot be shown: ${error.message}.`;
        this.player.replaceChildren(make("p", why));
      }
      this.watch();
    }

    get at() {
      return this.position;
    }

    set at(to) {
      if (this.view) this.go(to);
    }

    clamp(to) {
      return Math.min(Math.max(Math.trunc(Number(to)) || 0, 0), this.story.moves.length);
    }

    button(name, action, kind = "") {
      const button = make(`button.${kind}`, { type: "button" }, name);
      button.addEventListener("click", action);
      return button;
    }

    build(repair) {
      const both = this.stories.length > 1;
      this.header = make("header");
      this.buttons = ACTIONS.filter(([, , , , name]) => name).map(
        ([, , action, , name]) => this.button(name, () => this.act(action), action),
      );
      this.slider = make("input", { type: "range", min: 0, "aria-label": "Position" });
      this.slider.addEventListener("input", () => this.go(this.slider.value));
      this.now = make("div.now", { "aria-live": "polite", "aria-atomic": "true" });
      this.repair = make("p.repair", ...(repair ? rich(`Changed: ${repair}`) : []));
      this.switches = ["As written", "Repaired"].map((name, version) =>
        this.button(name, () => this.choose(version)),
      );
      const group = { role: "group", "aria-label": "Version" };
      const choice = make("span.switch", group, ...this.switches);
      const most = Math.max(...this.stories.map(({ lanes }) => lanes.length));
      this.stage = make(`div.stage.${most > 4 ? "many" : most > 2 ? "some" : "few"}`);
      const boxes = ["Steps", "Memory", "Source"].map((name) => {
        const box = make("div.box", { tabindex: 0, role: "group", "aria-label": name });
        this.stage.append(make(`section.${name.toLowerCase()}`, make("h3", name), box));
        return box;
      });
      [this.steps, this.memory, this.source] = boxes;
      this.source.parentNode.hidden = !this.story.sources.length;
      const keys = ACTIONS.slice(0, both ? 7 : 6).map(([, key, action, does]) =>
        make(`span.key.${action}`, make("kbd", key), ` ${does}`),
      );
      this.player.append(
        this.header,
        make("div.bar", ...this.buttons, this.slider),
        both ? make("div.bar", choice, this.repair) : "",
        this.now,
        this.stage,
        make("p.keys", "Keys: ", ...keys),
      );
      this.player.addEventListener("keydown", (event) => this.key(event));
      this.stage.addEventListener("click", ({ target }) => {
        const there = target.closest("[data-move]");
        if (there) this.go(there.dataset.move);
      });
    }

    key(event) {
      if (!this.view) return;
      const found = ACTIONS.find(([key]) => key === event.key);
      const modifiers = ["altKey", "ctrlKey", "metaKey", "shiftKey"];
      if (!found || modifiers.some((key) => event[key])) return;
      event.preventDefault();
      this.act(found[2]);
    }

    target(action) {
      const { story, position } = this;
      const [back, forward] = [position - 1, position + 1];
      const order = story.nextOrder(position) || position;
      const breaks = story.verdict && this.revealed ? story.breaksAt() : position;
      const moves = { first: 0, back, forward, last: Infinity, order, breaks };
      return this.clamp(moves[action]);
    }

    act(action) {
      if (action === "version") this.choose(1 - this.version);
      else this.go(this.target(action));
    }

    // Switches to the other story: to its last step if this one is at its last step.
    choose(version) {
      if (version === this.version || !this.stories[version]) return;
      const { position, story } = this;
      const to = position > 0 && position === story.moves.length ? Infinity : position;
      this.version = version;
      this.story = this.stories[version];
      this.position = -1;
      this.go(to);
    }

    go(to) {
      const at = this.clamp(to);
      if (at === this.position) return;
      this.position = at;
      const onStep = this.shadowRoot.activeElement?.matches(".step");
      this.render();
      const step = this.steps.querySelector(".step:not([tabindex])");
      if (onStep) step.focus({ preventScroll: true });
      this.follow(matchMedia("(prefers-reduced-motion)").matches ? "auto" : "smooth");
      this.dispatchEvent(new CustomEvent("step", { detail: { at }, bubbles: true }));
    }

    // Scrolls the boxes, never the page: the current step and line come to the middle; at
    // the beginning, those of the first step of a kernel.  The top row of a box is
    // neither cut nor blank: spare room at its end makes that possible.
    follow(behavior) {
      for (const box of [this.steps, this.source]) {
        const node = box.querySelector(
          ".step:is(.current, .start), .row:is(.current, .start)",
        );
        if (!node) continue;
        const [outer, inner] = [box, node].map((each) => each.getBoundingClientRect());
        const heads = box.querySelector(".heads")?.offsetHeight || 0;
        const begin = outer.top + box.clientTop + heads - box.scrollTop;
        const middle = (box.clientHeight - heads - inner.height) / 2;
        const spare = parseFloat(box.style.getPropertyValue("--spare")) || 0;
        const end = box.scrollHeight - spare - box.clientHeight;
        const wanted = Math.min(inner.top - begin - middle, end);
        const rows = [...box.querySelectorAll(".band, .file, .row")]
          .filter((row) => row.querySelector(".code")?.textContent.trim() !== "")
          .map((row) => row.getBoundingClientRect().top - begin);
        const top = wanted > 1 ? (rows.find((row) => row > wanted - 1) ?? end) : 0;
        box.style.setProperty("--spare", `${Math.max(0, Math.ceil(top - end))}px`);
        const beside = this.position ? (outer.width - inner.width) / 2 : 28;
        const left = box.scrollLeft + inner.left - outer.left - beside;
        box.scrollTo({ top, left, behavior });
      }
    }

    render() {
      const { story } = this;
      const last = story.moves.length;
      const at = this.printing ? last : this.position;
      if (this.position === last) this.revealed = true;
      const reveal = this.revealed || this.printing;
      // The result that a check returned may be wrong although no step is.
      const good = story.verdict ? "" : story.unjudged ? ".open" : ".good";
      this.player.setAttribute("aria-label", `Interleaving: ${story.title}`);
      const verdict = story.verdict
        ? `\u2717 ${story.verdict}`
        : story.unjudged
          ? "no race here; what it returned decides"
          : "\u2713 nothing failed";
      const badge = make(`span.badge${good}`, verdict.replace(/_/g, " "));
      this.header.replaceChildren(make("h2", ...rich(story.title)), reveal ? badge : "");
      Object.assign(this.slider, { max: last, value: at });
      this.slider.setAttribute("aria-valuetext", `Step ${at} of ${last}`);
      for (const button of this.buttons)
        button.setAttribute("aria-disabled", this.target(button.className) === at);
      // Hidden if the run passes, and before the prediction, which it would give away.
      const focused = this.shadowRoot.activeElement;
      for (const node of this.player.querySelectorAll(".breaks"))
        node.hidden = !reveal || !story.verdict;
      if (focused?.hidden) this.player.focus();
      for (const [i, one] of this.switches.entries())
        one.setAttribute("aria-pressed", i === this.version);
      this.repair.hidden = this.version === 0;
      const [said, ...remarks] = story.tell(at, reveal);
      const message = story.message || (good === ".good" && "Nothing failed.");
      const end = [message, story.missing, story.note].filter(Boolean);
      const ends = end.map((text) => make("p", ...rich(text)));
      this.now.replaceChildren(
        make("p.count", `Step ${at} of ${last}.`),
        make("p.sentence", make("strong", said), ` ${remarks.join(" ")}`),
        make("p", story.tellChanges(at)),
        at === last && ends.length ? make(`div.end${good}`, ...ends) : "",
      );
      this.view = new View(story, at, reveal, this.hasAttribute("predict") && !reveal);
      this.steps.replaceChildren(this.view.steps());
      this.memory.parentNode.hidden = !story.words.length;
      this.memory.replaceChildren(...this.view.memory());
      this.source.replaceChildren(...this.view.source());
      this.view.drawArrows();
    }

    // A page's own choice (Furo's data-theme) counts more than the reader's system.  On
    // paper the player is light, and everything has been played.
    watch() {
      const dark = matchMedia("(prefers-color-scheme: dark)");
      const paper = matchMedia("print");
      const look = () => {
        const chosen = document.body.dataset.theme;
        const isDark = chosen === "dark" || (chosen !== "light" && dark.matches);
        this.classList.toggle("dark", isDark && !paper.matches);
        this.player.classList.toggle("printing", paper.matches);
        this.player.classList.toggle("inside", this.closest("details") !== null);
        if (this.printing === paper.matches || !this.view) return;
        this.printing = paper.matches;
        this.render();
      };
      look();
      for (const media of [dark, paper]) media.addEventListener("change", look);
      new MutationObserver(look).observe(document.body, { attributes: true });
      if (this.view) new ResizeObserver(() => this.view.drawArrows()).observe(this.steps);
    }
  }

  customElements.define("interleaving-player", InterleavingPlayer);
})();
