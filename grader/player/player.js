// <interleaving-player>: steps through an interleaving of threads.  It shows who acts when,
// the line of code, and what each thread may still read.  README.md has the data's format.
(() => {
  "use strict";

  const STYLE = `
    :host { display: block; margin: 1.5em 0; }
    .player {
      --paper: #ffffff; --ink: #1a1a1a; --grey: #595959; --line: #d0d4d9; --soft: #f4f6f8;
      --blue: #0065a4; --bad: #b84300; --now: #fff3c4; --now-line: #9a6b00; --old: #fbe3d6;
      color: var(--ink); background: var(--paper); border: 1px solid var(--line);
      border-radius: 8px; padding: 14px 16px; font-size: 0.92rem; line-height: 1.4;
      text-align: left;
    }
    .player.dark {
      --paper: #16181b; --ink: #e8e8e8; --grey: #a8adb3; --line: #3c4249; --soft: #202429;
      --blue: #6cb8f0; --bad: #ff9a5c; --now: #453a12; --now-line: #e8c34a; --old: #4a2c1a;
    }
    .player:focus { outline: none; }
    .head { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: baseline; }
    .title { font-weight: 600; }
    .badge {
      border: 1px solid currentColor; border-radius: 10px; padding: 0 9px;
      color: var(--blue); font-size: 0.85em;
    }
    .badge.bad { color: var(--bad); }
    .controls { display: flex; flex-wrap: wrap; gap: 6px; margin: 10px 0 6px; }
    button, .switch label {
      font: inherit; color: var(--ink); background: var(--soft); cursor: pointer;
      border: 1px solid var(--line); border-radius: 6px; padding: 3px 10px;
    }
    button:hover { border-color: var(--blue); }
    button[aria-disabled="true"] { color: var(--grey); cursor: default; }
    button:focus-visible, input:focus-visible {
      outline: 2px solid var(--blue); outline-offset: 1px;
    }
    input[type="range"] { flex: 1 1 120px; min-width: 100px; accent-color: var(--blue); }
    .switch { border: 0; margin: 0; padding: 0; display: flex; }
    .switch label:first-of-type { border-radius: 6px 0 0 6px; }
    .switch label:last-of-type { border-radius: 0 6px 6px 0; border-left: 0; }
    .switch input { position: absolute; opacity: 0; }
    .switch label:has(:checked) { background: var(--blue); color: var(--paper); }
    .switch label:has(:focus-visible) {
      outline: 2px solid var(--blue); outline-offset: 1px;
    }
    .told { min-height: 4.2em; margin: 4px 0 8px; }
    .told p { margin: 0 0 2px; }
    .told .news { color: var(--blue); }
    .told .end { color: var(--bad); font-weight: 600; }
    .told .end.fine { color: var(--blue); }
    .body {
      display: grid; gap: 14px; grid-template-columns: minmax(0, 1fr);
      align-items: start;
    }
    .box { overflow-x: auto; position: relative; }
    .lanes {
      display: grid; position: relative; gap: 6px 0; min-width: min-content;
      padding: 0 2px 6px;
    }
    .lane {
      font-weight: 600; border-bottom: 2px solid var(--line); padding: 2px 4px;
      margin-right: 32px; max-width: 17em;
    }
    .lane small { display: block; font-weight: 400; color: var(--grey); }
    .step {
      display: block; text-align: left; width: calc(100% - 32px); max-width: 17em; padding: 3px 8px;
      background: var(--paper); position: relative; z-index: 1; border-left-width: 4px;
    }
    .step.meets { max-width: none; text-align: center; }
    .step .where { display: block; color: var(--grey); font-size: 0.88em; }
    .step.played { border-color: var(--grey); }
    .step.ahead { border-style: dashed; color: var(--grey); }
    .step.current { background: var(--now); border-color: var(--now-line); }
    .step.current .where { color: var(--ink); }
    .step.bad { border-color: var(--bad); border-width: 2px 2px 2px 5px; }
    .number { color: var(--grey); align-self: center; }
    .omitted { grid-column: 2 / -1; color: var(--grey); font-size: 0.88em; }
    svg.arrows {
      position: absolute; inset: 0; width: 100%; height: 100%; pointer-events: none;
      z-index: 2; overflow: visible;
    }
    .arrows path { fill: none; stroke: var(--blue); stroke-width: 2; }
    .arrows path.missing { stroke: var(--bad); stroke-dasharray: 6 4; stroke-width: 2.5; }
    .arrows .tip { fill: var(--blue); stroke: none; }
    .arrows .tip.missing { fill: var(--bad); }
    .lacks { color: var(--bad); font-weight: 600; margin: 6px 0 0; }
    h3 { font-size: 1em; margin: 0 0 4px; font-weight: 600; }
    table { border-collapse: collapse; }
    th, td { border: 1px solid var(--line); padding: 3px 9px; text-align: left; font-weight: 400; }
    thead th { background: var(--soft); vertical-align: bottom; }
    td { font-family: ui-monospace, monospace; }
    tbody th { font-family: ui-monospace, monospace; }
    td.old { background: var(--old); font-weight: 700; }
    td.changed { outline: 2px solid var(--now-line); outline-offset: -2px; }
    .why { margin: 4px 0 0; color: var(--grey); min-height: 1.4em; }
    .files { display: grid; gap: 8px; align-content: start; }
    .file {
      max-height: 21em; overflow: auto; border: 1px solid var(--line);
      border-radius: 6px; position: relative;
    }
    .file .name {
      position: sticky; top: 0; background: var(--soft); padding: 2px 10px;
      border-bottom: 1px solid var(--line); z-index: 1;
    }
    pre { margin: 0; font: 0.9em/1.45 ui-monospace, monospace; min-width: max-content; }
    .code { display: grid; grid-template-columns: 3.2em 3.4em auto; padding-right: 10px; }
    .code .n {
      color: var(--grey); text-align: right; padding-right: 8px; user-select: none;
    }
    .code .at { white-space: nowrap; }
    .code.current { background: var(--now); }
    .gap { color: var(--grey); padding-left: 3.4em; }
    .mark {
      display: inline-block; min-width: 1.35em; text-align: center; border-radius: 50%;
      border: 1px solid var(--grey); font-size: 0.78em; line-height: 1.35em; color: var(--ink);
    }
    .mark.current {
      background: var(--blue); color: var(--paper); border-color: var(--blue);
    }
    .keys { color: var(--grey); font-size: 0.85em; margin: 10px 0 0; }
    kbd { font: inherit; border: 1px solid var(--line); border-radius: 4px; padding: 0 4px; }
    @container (min-width: 880px) {
      .body { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
      .lanes-box { grid-row: 1 / span 2; }
      .wide .lanes-box { grid-row: auto; grid-column: 1 / -1; }
    }
    .player { container-type: inline-size; }
    @media print {
      .controls, .keys, .switch { display: none; } .file { max-height: none; };
    }
  `;

  const GLYPHS = {
    write: "●",
    read: "○",
    atomic: "◆",
    fence: "▬",
    barrier: "■",
    call: "▲",
  };
  const SVG = "http://www.w3.org/2000/svg";

  /** An element with a class and children, which are elements or texts. */
  function make(tag, className = "", ...children) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...children);
    return element;
  }

  /** A story with what follows from it: its moves, and what each thread may read when. */
  class Story {
    constructor(json) {
      if (!json || !Array.isArray(json.steps) || !Array.isArray(json.lanes))
        throw new Error("the data have no steps or no lanes");
      Object.assign(this, { sources: [], words: [], arrows: [], omitted: [] }, json);
      // Threads that meet at a barrier move together.
      this.moves = [];
      this.steps.forEach((step, i) => {
        const last = this.moves.at(-1);
        if (last && step.meeting && this.steps[last[0]].meeting === step.meeting)
          last.push(i);
        else this.moves.push([i]);
      });
    }

    moveOf(step) {
      return this.moves.findIndex((move) => move.includes(step));
    }

    nameOf(lane) {
      return this.lanes[lane].name;
    }

    /** Whether the move races, or waits forever. */
    isBad(m) {
      return this.moves[m].some((i) => this.steps[i].racing || this.steps[i].stuck);
    }

    /** The move in which it goes wrong, or the last one. */
    get breaking() {
      const last = this.moves.findLastIndex((_, m) => this.isBad(m));
      return last < 0 ? this.moves.length - 1 : last;
    }

    /** Whether the move orders something: it sees a signal, meets others or fences. */
    orders(m) {
      return this.moves[m].some(
        (i) =>
          this.steps[i].meeting ||
          this.steps[i].kind === "fence" ||
          this.arrows.some(({ to }) => to === i),
      );
    }

    /** The writes to a word in the first moves; the first is the value before. */
    writes(word, played) {
      const found = [{ step: -1, value: this.words[word].before ?? "?", lane: -1 }];
      this.steps.slice(0, played).forEach((step, i) => {
        if (step.word === word && step.writes !== undefined)
          found.push({ step: i, value: step.writes, lane: step.lane });
      });
      return found;
    }

    /** How many steps the first moves have. */
    played(moves) {
      return this.moves.slice(0, moves).flat().length;
    }

    /** The writes to a word that a lane may still read: from the last that it knows of on. */
    readable(word, lane, played) {
      const writes = this.writes(word, played);
      const own = this.steps
        .map((_, i) => i)
        .filter((i) => i < played && this.steps[i].lane === lane);
      const seen = new Set(
        own.filter((i) => this.steps[i].word === word).map((i) => this.steps[i].saw),
      );
      const knows = own.length ? (this.steps[own.at(-1)].knows ?? []) : [];
      const isKnown = (write) =>
        write.step < 0 ||
        write.lane === lane ||
        seen.has(write.step) ||
        knows.some((k) => this.steps[k].lane === write.lane && write.step <= k);
      return writes.slice(writes.findLastIndex(isKnown));
    }

    touches(word, lane) {
      return this.steps.some((step) => step.word === word && step.lane === lane);
    }
  }

  const valuesOf = (writes) => [...new Set(writes.map(({ value }) => value))];

  class InterleavingPlayer extends HTMLElement {
    #stories = [];
    #story = null;
    #at = 0;
    #root = null;
    #parts = {};
    #repair = "";

    connectedCallback() {
      if (this.#root) return;
      this.#root = this.attachShadow({ mode: "open" });
      // The data may not have been parsed yet.
      if (document.readyState === "loading")
        document.addEventListener("DOMContentLoaded", () => this.#begin(), {
          once: true,
        });
      else this.#begin();
    }

    get at() {
      return this.#at;
    }
    set at(value) {
      this.#go(Number(value) || 0);
    }

    #begin() {
      const player = make("section", "player");
      const style = make("style", "", STYLE);
      this.#root.append(style, player);
      this.#parts.player = player;
      this.#followTheme();
      try {
        const json = JSON.parse(
          this.querySelector('script[type="application/json"]')?.textContent ?? "",
        );
        this.#stories = [new Story(json)];
        if (json.repaired) this.#stories.push(new Story(json.repaired));
        this.#repair = json.repair ?? "";
      } catch (error) {
        player.append(`This interleaving cannot be shown: ${error.message}`);
        return;
      }
      this.#story = this.#stories[0];
      player.tabIndex = -1;
      player.setAttribute("role", "group");
      player.setAttribute("aria-label", `Interleaving: ${this.#story.title}`);
      this.#build();
      this.#choose(0);
      this.#go(Number(this.getAttribute("at")) || 0);
      player.addEventListener("keydown", (event) => this.#onKey(event));
      new ResizeObserver(() => this.#drawArrows()).observe(player);
      let before = 0;
      window.addEventListener("beforeprint", () => {
        before = this.#at;
        this.#go(this.#story.moves.length);
      });
      window.addEventListener("afterprint", () => this.#go(before));
    }

    /** The page's own switch (data-theme) counts for more than the system's setting. */
    #followTheme() {
      const system = matchMedia("(prefers-color-scheme: dark)");
      const update = () => {
        const chosen = document.body.dataset.theme;
        const dark = chosen === "dark" || (chosen !== "light" && system.matches);
        this.#parts.player.classList.toggle("dark", dark);
      };
      system.addEventListener("change", update);
      new MutationObserver(update).observe(document.body, {
        attributeFilter: ["data-theme"],
      });
      update();
    }

    /** What does not depend on the story. */
    #build() {
      const button = (words, key, act) => {
        const made = make("button", "", words);
        made.type = "button";
        made.title = `key: ${key}`;
        made.addEventListener("click", act);
        return made;
      };
      const p = this.#parts;
      p.first = button("First", "Home", () => this.#go(0));
      p.back = button("Back", "←", () => this.#go(this.#at - 1));
      p.forward = button("Forward", "→", () => this.#go(this.#at + 1));
      p.order = button("Next order", "o", () => this.#nextOrder());
      p.break = button("Where it breaks", "b", () => this.#go(this.#story.breaking + 1));
      p.range = make("input");
      p.range.type = "range";
      p.range.min = 0;
      p.range.setAttribute("aria-label", "Position");
      p.range.addEventListener("input", () => this.#go(Number(p.range.value)));
      const controls = make(
        "div",
        "controls",
        p.first,
        p.back,
        p.forward,
        p.order,
        p.break,
      );
      if (this.#stories.length > 1) controls.append(this.#buildSwitch());
      controls.append(p.range);
      p.title = make("span", "title");
      p.badge = make("span", "badge");
      p.count = make("span", "count");
      p.told = make("div", "told");
      p.told.setAttribute("aria-live", "polite");
      p.lanes = make("div", "lanes");
      p.lacks = make("p", "lacks");
      p.lanesBox = make("div", "lanes-box", make("div", "box", p.lanes), p.lacks);
      p.memory = make("div", "memory");
      p.files = make("div", "files");
      p.body = make("div", "body", p.lanesBox, p.memory, p.files);
      const keys = make("p", "keys", "Keys: ");
      for (const [key, does] of [
        ["←", ""],
        ["→", "a step,"],
        ["Home", ""],
        ["End", "the ends,"],
        ["o", "the next order,"],
        ["b", `where it breaks${this.#stories.length > 1 ? "," : "."}`],
        ...(this.#stories.length > 1 ? [["r", "as written or repaired."]] : []),
      ])
        keys.append(make("kbd", "", key), ` ${does} `);
      p.player.append(
        make("div", "head", p.title, p.badge, p.count),
        controls,
        p.told,
        p.body,
        keys,
      );
    }

    #buildSwitch() {
      const set = make("fieldset", "switch");
      const name = `version-${Math.random()}`;
      this.#parts.versions = ["as written", "repaired"].map((words, i) => {
        const input = make("input");
        Object.assign(input, { type: "radio", name, checked: i === 0 });
        input.addEventListener("change", () => this.#choose(i));
        set.append(make("label", "", input, words));
        return input;
      });
      set.setAttribute("aria-label", "Version");
      return set;
    }

    /** Shows the story as written (0) or repaired (1). */
    #choose(index) {
      const p = this.#parts;
      this.#story = this.#stories[index];
      p.versions?.forEach((input, i) => (input.checked = i === index));
      p.title.textContent = this.#stories[0].title;
      p.range.max = this.#story.moves.length;
      p.body.classList.toggle("wide", this.#story.lanes.length > 2);
      this.#buildLanes();
      this.#buildFiles();
      this.#go(Math.min(this.#at, this.#story.moves.length));
    }

    #buildLanes() {
      const { lanes, moves, steps, omitted } = this.#story;
      const grid = this.#parts.lanes;
      grid.replaceChildren();
      grid.style.gridTemplateColumns = `1.6em repeat(${lanes.length}, minmax(9.4em, 1fr))`;
      grid.append(make("span"));
      for (const { group, member, name } of lanes)
        grid.append(
          make("div", "lane", group || name, make("small", "", member || "\u00a0")),
        );
      const omit = (count) =>
        count > 0 &&
        grid.append(
          make("div", "omitted", `${count} more step${count > 1 ? "s" : ""}, not shown`),
        );
      this.#parts.steps = moves.map((move, m) => {
        omit(omitted[move[0]]);
        const number = make("span", "number", String(m + 1));
        number.style.gridColumn = 1;
        const button = this.#stepButton(move);
        const own = move.map((i) => steps[i].lane);
        button.style.gridColumn = `${Math.min(...own) + 2} / ${Math.max(...own) + 3}`;
        button.addEventListener("click", () => this.#go(m + 1));
        grid.append(number, button);
        return button;
      });
      omit(omitted[steps.length]);
      const arrows = document.createElementNS(SVG, "svg");
      arrows.setAttribute("class", "arrows");
      arrows.setAttribute("aria-hidden", "true");
      grid.append(arrows);
      this.#parts.arrows = arrows;
    }

    #stepButton(move) {
      const { steps } = this.#story;
      const step = steps[move[0]];
      const times = step.times > 1 ? `, ${step.times} times` : "";
      const line = this.#placeOf(step);
      const button = make(
        "button",
        "step",
        `${GLYPHS[step.kind] ?? ""} ${step.what}`,
        make("span", "where", [step.note + times, line].filter(Boolean).join(" · ")),
      );
      button.type = "button";
      button.tabIndex = -1;
      button.classList.toggle("meets", move.length > 1);
      return button;
    }

    #placeOf(step) {
      if (step.line === undefined) return "";
      const { own, name } = this.#story.sources[step.source];
      return own || this.#story.sources.length === 1
        ? `line ${step.line}`
        : `${name}:${step.line}`;
    }

    #buildFiles() {
      this.#parts.lines = new Map();
      this.#parts.files.replaceChildren(
        ...this.#story.sources.map(({ name, parts }, source) => {
          const pre = make("pre");
          parts.forEach(({ first, lines }, i) => {
            if (i > 0) pre.append(make("div", "gap", "⋮"));
            lines.forEach((text, j) => {
              const at = make("span", "at");
              const row = make(
                "div",
                "code",
                make("span", "n", String(first + j)),
                at,
                make("span", "", text),
              );
              this.#parts.lines.set(`${source}:${first + j}`, { row, at });
              pre.append(row);
            });
          });
          const box = make("div", "file", make("div", "name", name), pre);
          box.tabIndex = 0;
          box.setAttribute("role", "region");
          box.setAttribute("aria-label", name);
          return box;
        }),
      );
    }

    #nextOrder() {
      const { moves } = this.#story;
      for (let m = this.#at; m < moves.length; ++m)
        if (this.#story.orders(m)) return this.#go(m + 1);
      this.#go(moves.length);
    }

    #onKey(event) {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const slides = event.target === this.#parts.range || event.target.type === "radio";
      const acts = {
        ArrowLeft: () => this.#go(this.#at - 1),
        ArrowRight: () => this.#go(this.#at + 1),
        Home: () => this.#go(0),
        End: () => this.#go(this.#story.moves.length),
        o: () => this.#nextOrder(),
        b: () => this.#go(this.#story.breaking + 1),
        r: () =>
          this.#stories.length > 1 &&
          this.#choose(this.#story === this.#stories[0] ? 1 : 0),
      };
      const act = acts[event.key];
      if (!act || (slides && event.key.length > 1)) return;
      event.preventDefault();
      event.stopPropagation(); // A deck turns its pages with the same keys.
      act();
    }

    #go(at) {
      if (!this.#story) return;
      const last = this.#story.moves.length;
      const to = Math.max(0, Math.min(last, at));
      const moved = to !== this.#at;
      this.#at = to;
      this.#show();
      if (moved) this.dispatchEvent(new CustomEvent("step", { detail: { at: to } }));
    }

    #show() {
      const p = this.#parts;
      const { moves } = this.#story;
      const at = this.#at;
      p.range.value = at;
      p.range.setAttribute("aria-valuetext", `step ${at} of ${moves.length}`);
      for (const [button, off] of [
        [p.first, at === 0],
        [p.back, at === 0],
        [p.forward, at === moves.length],
        [p.order, at === moves.length],
      ])
        button.setAttribute("aria-disabled", off); // It keeps the focus.
      p.steps.forEach((button, m) => {
        button.classList.toggle("played", m < at);
        button.classList.toggle("ahead", m >= at);
        button.classList.toggle("current", m === at - 1);
        button.classList.toggle("bad", at > this.#story.breaking && this.#story.isBad(m));
        if (m === at - 1) button.setAttribute("aria-current", "step");
        else button.removeAttribute("aria-current");
      });
      this.#showHead();
      this.#tell();
      this.#showMemory();
      this.#showLines();
      this.#drawArrows();
      this.#scroll(p.steps[at - 1]);
    }

    /** Moves the lanes sideways, and never the page, until the step can be seen. */
    #scroll(step) {
      if (!step) return;
      const box = this.#parts.lanes.parentElement;
      const [own, inner] = [box.getBoundingClientRect(), step.getBoundingClientRect()];
      if (inner.left < own.left) box.scrollLeft -= own.left - inner.left;
      else if (inner.right > own.right)
        box.scrollLeft += Math.min(inner.right - own.right + 8, inner.left - own.left);
    }

    get #isOver() {
      return this.#at === this.#story.moves.length;
    }

    #showHead() {
      const p = this.#parts;
      const { verdict, moves } = this.#story;
      const hidden = this.hasAttribute("predict") && !this.#isOver;
      p.badge.hidden = hidden;
      p.badge.textContent = verdict || "nothing failed";
      p.badge.classList.toggle("bad", Boolean(verdict));
      p.count.textContent = `Step ${this.#at} of ${moves.length}`;
      p.break.hidden = !verdict;
    }

    /** What the step did, what changed by it, and at the end what came out. */
    #tell() {
      const { moves, steps, message, missing, note, verdict } = this.#story;
      const told = [];
      if (this.#at === 0)
        told.push(
          make(
            "p",
            "",
            "Nothing has happened yet. What can come out? Go forward, step by step.",
          ),
        );
      else {
        for (const i of moves[this.#at - 1].slice(0, 1))
          told.push(make("p", "", this.#sentence(i)));
        const news = moves[this.#at - 1].flatMap((i) => this.#newsOf(steps[i].lane));
        for (const text of [...new Set(news)]) told.push(make("p", "news", text));
      }
      if (this.#isOver) {
        for (const text of [message, missing].filter(Boolean))
          told.push(make("p", verdict ? "end" : "end fine", text));
        if (!message && !verdict)
          told.push(
            make("p", "end fine", `${(note || "Nothing failed").replace(/\.$/, "")}.`),
          );
        if (this.#story === this.#stories[1] && this.#repair)
          told.push(make("p", "", `Repaired: ${this.#repair}`));
      }
      this.#parts.told.replaceChildren(...told);
    }

    #sentence(i) {
      const { steps, moves } = this.#story;
      const step = steps[i];
      const who = moves[this.#at - 1].map((j) => this.#story.nameOf(steps[j].lane));
      const place = this.#placeOf(step);
      const times = step.times > 1 ? `, ${step.times} times` : "";
      const note =
        step.note || (step.reads === undefined ? "" : `here it reads ${step.reads}`);
      let text =
        `${who.join(" and ")}: ${step.what}${note ? `, ${note}` : ""}${times}` +
        `${place ? ` (${place})` : ""}.`;
      if (step.saw !== undefined)
        text +=
          ` It sees what ${this.#story.nameOf(steps[step.saw].lane)} wrote in step ` +
          `${this.#story.moveOf(step.saw) + 1}.`;
      return text;
    }

    /** Of which writes the lane has just learned. */
    #newsOf(lane) {
      const story = this.#story;
      const [before, after] = [story.played(this.#at - 1), story.played(this.#at)];
      return story.words.flatMap(({ name }, word) => {
        if (!story.touches(word, lane)) return [];
        const could = valuesOf(story.readable(word, lane, before));
        const can = valuesOf(story.readable(word, lane, after));
        const wrote = story.steps
          .slice(before, after)
          .some((s) => s.lane === lane && s.word === word);
        if (wrote || could.length <= 1 || can.length !== 1) return [];
        return [
          `From here on ${story.nameOf(lane)} can only read ${can[0]} from ${name}.`,
        ];
      });
    }

    #showMemory() {
      const story = this.#story;
      const box = this.#parts.memory;
      if (story.words.length === 0) return box.replaceChildren();
      const played = story.played(this.#at);
      const before = story.played(Math.max(0, this.#at - 1));
      const lanes = story.lanes
        .map((_, lane) => lane)
        .filter((lane) =>
          story.steps.some((s) => s.lane === lane && s.word !== undefined),
        );
      const head = make("tr", "", make("th", "", "word"), make("th", "", "in memory"));
      for (const lane of lanes)
        head.append(make("th", "", `${story.nameOf(lane)} may read`));
      for (const cell of head.children) cell.scope = "col";
      let why = "";
      const rows = story.words.map(({ name }, word) => {
        const now = story.writes(word, played).at(-1).value;
        const cell = make(
          "td",
          now !== story.writes(word, before).at(-1).value ? "changed" : "",
          now,
        );
        const row = make("tr", "", make("th", "", name), cell);
        row.firstChild.scope = "row";
        for (const lane of lanes) {
          if (!story.touches(word, lane)) {
            row.append(make("td", "", "–"));
            continue;
          }
          const readable = story.readable(word, lane, played);
          const values = valuesOf(readable);
          const cell = make("td", values.length > 1 ? "old" : "", values.join(" or "));
          row.append(cell);
          if (values.length < 2) continue;
          const write = readable.find(({ value }) => value !== values[0]);
          cell.title =
            `${story.nameOf(lane)} may still read ${values[0]} from ${name}: nothing orders the ` +
            `write in step ${story.moveOf(write.step) + 1} before its next step.`;
          why ||= cell.title;
        }
        return row;
      });
      box.replaceChildren(
        make("h3", "", "Memory"),
        make(
          "div",
          "box",
          make("table", "", make("thead", "", head), make("tbody", "", ...rows)),
        ),
        make("p", "why", why),
      );
    }

    #showLines() {
      const story = this.#story;
      const p = this.#parts;
      for (const { row, at } of p.lines.values()) {
        row.classList.remove("current");
        at.replaceChildren();
      }
      const played = story.steps.slice(0, story.played(this.#at));
      story.lanes.forEach(({ name }, lane) => {
        const last = played.findLast((step) => step.lane === lane);
        const line = last && p.lines.get(`${last.source}:${last.line}`);
        if (!line) return;
        const current = (story.moves[this.#at - 1] ?? []).some(
          (i) => story.steps[i] === last,
        );
        const mark = make("span", current ? "mark current" : "mark", String(lane + 1));
        mark.title = name;
        line.at.append(mark);
        if (!current) return;
        line.row.classList.add("current");
        this.#showLine(line);
      });
      const first = story.steps[0];
      const line = this.#at === 0 && p.lines.get(`${first?.source}:${first?.line}`);
      if (line) this.#showLine(line);
    }

    /** Scrolls its file, and never the page, until the line can be seen. */
    #showLine({ row }) {
      const box = row.closest(".file");
      const top = row.offsetTop;
      if (top < box.scrollTop + 40 || top > box.scrollTop + box.clientHeight - 40)
        box.scrollTop = top - box.clientHeight / 2;
    }

    /** The orders among the steps played; the one that is missing, once both ends are. */
    #drawArrows() {
      const { arrows: svg, steps: buttons, lacks } = this.#parts;
      if (!svg) return;
      const story = this.#story;
      svg.replaceChildren();
      const origin = svg.getBoundingClientRect();
      const draw = ({ from, to }, kind) => {
        const [a, b] = [story.moveOf(from), story.moveOf(to)];
        if (a < 0 || b < 0 || Math.max(a, b) >= this.#at) return false;
        const [one, other] = [a, b].map((m) => buttons[m].getBoundingClientRect());
        const right = one.left < other.left;
        const x1 = (right ? one.right : one.left) - origin.left;
        const x2 = (right ? other.left : other.right) - origin.left;
        const y1 = one.top + one.height / 2 - origin.top;
        const y2 = other.top + other.height / 2 - origin.top;
        const way = right ? 1 : -1;
        // Two that run side by side: what is missing turns early, what is there turns late.
        const turn = kind === "missing" ? x1 + way * 8 : x2 - way * 16;
        const path = document.createElementNS(SVG, "path");
        path.setAttribute("class", kind);
        path.setAttribute("d", `M${x1} ${y1} H${turn} V${y2} H${x2 - way * 8}`);
        const tip = document.createElementNS(SVG, "path");
        tip.setAttribute("class", `tip ${kind}`);
        tip.setAttribute("d", `M${x2} ${y2} l${-way * 11} -6 v12 z`);
        svg.append(path, tip);
        return true;
      };
      for (const arrow of story.arrows)
        if (story.steps[arrow.from].lane !== story.steps[arrow.to].lane)
          draw(arrow, "order");
      const shown = story.missing_arrow && draw(story.missing_arrow, "missing");
      lacks.textContent = shown && story.lacks ? `Dashed: ${story.lacks}` : "";
    }
  }

  customElements.define("interleaving-player", InterleavingPlayer);
})();
