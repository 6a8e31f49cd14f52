// Clicks through the interleaving player as a reader does: click.mjs BROWSER.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const executablePath = process.argv[2];
const read = (name) => readFileSync(new URL(name, import.meta.url), "utf8");
const folder = mkdtempSync(join(tmpdir(), "player-"));
const example = JSON.parse(read("example.json"));
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
const errors = [];

// A page as gridlock makes it.
function page(story, attributes = "") {
  const data = typeof story === "string" ? story : JSON.stringify(story);
  const words = {
    TITLE: "A story",
    STORY: data.replace(/</g, "\\u003c"),
    PLAYER: read("player.js"),
  };
  const html = read("story.html")
    .replace(/@(TITLE|STORY|PLAYER)@/g, (_, word) => words[word])
    .replace("<interleaving-player>", `<interleaving-player ${attributes}>`);
  const file = join(folder, "story.html");
  writeFileSync(file, html);
  return pathToFileURL(file).href;
}

const size = (width, height = 900) => ({ viewport: { width, height } });
const phone = size(390, 844);

async function open(options = {}, story = example, attributes = "") {
  const context = await browser.newContext({ ...size(1200), ...options });
  const tab = await context.newPage();
  tab.setDefaultTimeout(60000);
  tab.on("pageerror", (error) => errors.push(String(error)));
  await tab.goto(page(story, attributes));
  return tab;
}

const player = (tab) => tab.locator("interleaving-player");
const at = (tab) => player(tab).evaluate((node) => node.at);
const goTo = (tab, to) => player(tab).evaluate((node, n) => (node.at = n), to);
const button = (tab, name) => tab.getByRole("button", { name, exact: true });
const text = (tab, of) => tab.locator(of).innerText();
const count = (tab, of) => tab.locator(of).count();
const told = (tab) => text(tab, "[aria-live=polite]");
const press = (tab, key) => tab.keyboard.press(key);
const tells = async (tab, what) => assert.match(await told(tab), what);
const tellsNot = async (tab, what) => assert.doesNotMatch(await told(tab), what);
async function playAll(tab) {
  await button(tab, "Forward").focus();
  await press(tab, "End");
}
// Lanes for the threads of a block, or for blocks.
const lanesOf = (length, name) =>
  Array.from({ length }, (_, i) => ({ name: name(i), group: name(i), member: "" }));
// The example with these lanes and steps, and without sources, arrows and repair.
const storyOf = (lanes, steps, rest) => ({
  ...{ ...example, verdict: "", arrows: [], omitted: [], sources: [] },
  ...{ missing_arrow: undefined, repaired: undefined, lanes, steps },
  ...rest,
});
// Rows of the table without the heads: the word, its value in memory, and what each lane
// may read.
const memory = (tab) =>
  tab
    .locator("tbody tr")
    .evaluateAll((rows) => rows.map((row) => [...row.cells].map((c) => c.textContent)));

async function byButtons() {
  const tab = await open();
  const moves =
    "Forward 1,Forward 2,Back 1,To the next order 4,To where it breaks 5,First 0";
  for (const [, name, then] of moves.matchAll(/([A-Za-z ]+) (\d)/g)) {
    await button(tab, name).click();
    assert.equal(await at(tab), Number(then), name);
    const disabled = await button(tab, "Forward").getAttribute("aria-disabled");
    assert.equal(disabled, String(then === "5"));
  }
}

async function byKeys() {
  const tab = await open();
  await button(tab, "Forward").focus();
  const moves =
    "ArrowRight 1,ArrowRight 2,ArrowLeft 1,o 4,o 4,Home 0,b 5,Home 0,End 5,r 7,Home 0,o 3," +
    "o 5,o 6,r 5,ArrowLeft 4,Control+ArrowLeft 4,Shift+Home 4,Alt+b 4";
  for (const [key, then] of moves.split(",").map((move) => move.split(" "))) {
    await press(tab, key);
    assert.equal(await at(tab), Number(then), `after ${key}`);
  }
}

// Keys work without focus while one player alone is on the screen.
async function byKeysWithoutFocus() {
  const tab = await open();
  for (const key of ["ArrowRight", "o"]) await press(tab, key);
  assert.equal(await at(tab), 4);
  await press(tab, "Home");
  await tab.evaluate(() => {
    const first = document.querySelector("interleaving-player");
    first.after(first.cloneNode(true));
  });
  const second = tab.locator("interleaving-player").last();
  await second.evaluate((it) => it.scrollIntoView());
  for (const key of ["o", "Home"]) await press(tab, key);
  const positions = () =>
    tab.locator("interleaving-player").evaluateAll((all) => all.map(({ at }) => at));
  assert.deepEqual(await positions(), [0, 4]); // The page takes Home.
  await tab.setViewportSize({ width: 1200, height: 3000 });
  await press(tab, "ArrowRight");
  assert.deepEqual(await positions(), [0, 4]); // Two players are on the screen.
}

// They fit without scrolling: two lanes on a phone, eight in a window of 1,200 pixels.
async function lanesFit() {
  for (const [count, width] of Object.entries({ 2: 390, 8: 1200 })) {
    const [lane] = example.lanes;
    const lanes = Array.from({ length: count }, (_, i) => ({ ...lane, group: i }));
    const tab = await open(size(width), { ...example, lanes, repaired: undefined });
    const box = tab.locator(".steps .box");
    const [all, seen] = await box.evaluate((it) => [it.scrollWidth, it.clientWidth]);
    assert.ok(all <= seen, `${count} lanes take ${all} of ${seen} pixels`);
  }
}

// Calls of the host and lanes of streams come first, but the kernel must be in view.
async function opensAtTheKernel() {
  const lanes = ["the host", "stream a", "stream b", "stream c", "block 0"];
  const call = { lane: 0, kind: "call", what: "call" };
  const steps = [...Array(12).fill(call), { lane: 4, kind: "fence", what: "a fence" }];
  const story = { format: example.format, lanes: lanes.map((name) => ({ name })), steps };
  const tab = await open(phone, story);
  const inside = await tab.locator('.step[data-move="13"]').evaluate((it) => {
    const [step, box] = [it, it.closest(".box")].map((e) => e.getBoundingClientRect());
    const across = step.left >= box.left && step.right <= box.right;
    return across && step.top >= box.top && step.bottom <= box.bottom;
  });
  assert.ok(inside, "the first step of a kernel is out of view");
}

async function aRunThatPassesBreaksNowhere() {
  const tab = await open();
  const breaks = button(tab, "To where it breaks");
  assert.equal(await count(tab, ".breaks:visible"), 2);
  await breaks.focus();
  await press(tab, "r");
  assert.equal(await count(tab, ".breaks:visible"), 0);
  await press(tab, "b");
  assert.equal(await at(tab), 0);
  await press(tab, "r");
  assert.equal(await breaks.isVisible(), true);
}

// A check may find a result wrong although no step is wrong.
async function whatWasReturnedIsNotCalledRight() {
  const note = "It returned counter = 130";
  const { verdict, message, missing, repaired, ...rest } = example;
  const tab = await open({}, { ...rest, note, unjudged: true });
  await playAll(tab);
  assert.match(await text(tab, ".badge"), /what it returned decides/);
  assert.equal(await text(tab, ".end"), note);
}

async function aLineHasRoomForItsCode() {
  const lanes = lanesOf(30, (i) => `${i}`);
  const { line } = example.steps[0];
  const steps = lanes.map((_, lane) => ({ what: "a", kind: "call", line, lane }));
  const rest = { words: [], sources: example.sources };
  const tab = await open({}, storyOf(lanes, steps, rest));
  await playAll(tab);
  assert.match(await text(tab, ".row.current .here"), /\+25$/);
}

async function stepsNameTheirFiles() {
  const more = (tab) => tab.locator(".step .more").first().innerText();
  assert.match(await more(await open()), /line\s7$/);
  const [one] = example.sources;
  const sources = [{ ...one, name: "other.cu" }, one];
  const steps = example.steps.map((step) => ({ ...step, source: 1 }));
  const tab = await open({}, { ...example, sources, steps });
  assert.match(await more(tab), /line\s7 of message\.cu$/);
}

// Worked out by hand from the rule: block 1 knows of neither write until it sees the
// flag, and never learns of the write of the data.
async function memoryAsWritten() {
  const tab = await open();
  const unknown = ["data", "7", "7", "0 or 7"];
  const expected = [
    ["data,0,0,0".split(","), "flag,0,0,0".split(",")],
    [unknown, "flag,0,0,0".split(",")],
    [unknown, "flag,0,0,0".split(",")],
    [unknown, "flag,1,1,0 or 1".split(",")],
    [unknown, "flag,1,1,1".split(",")],
    [unknown, "flag,1,1,1".split(",")],
  ];
  for (const [to, cells] of expected.entries()) {
    await goTo(tab, to);
    assert.deepEqual(await memory(tab), cells, `after ${to} steps`);
  }
  const why =
    /block 1, thread 0 may still read 0 from data: nothing orders .* \(line 7\) before its/;
  assert.match(await text(tab, ".why"), why);
  assert.match(await tab.locator("td.several").getAttribute("title"), /may still read 0/);
}

// Block 1 may read only the new data once it has fenced.
async function memoryRepaired() {
  const tab = await open();
  await button(tab, "Repaired").click();
  assert.match(await text(tab, ".repair"), /__threadfence\(\); before flag = 1;/);
  const ofData = ["0", "0 or 7", "0 or 7", "0 or 7", "0 or 7", "0 or 7", "7", "7"];
  const ofFlag = ["0", "0", "0", "0", "0 or 1", "1", "1", "1"];
  for (let to = 0; to <= 7; ++to) {
    await goTo(tab, to);
    const [data, flag] = await memory(tab);
    assert.deepEqual([data[3], flag[3]], [ofData[to], ofFlag[to]], `after ${to} steps`);
  }
  assert.equal(await count(tab, ".why"), 0);
  await tells(tab, /Nothing failed/);
  await button(tab, "As written").click();
  assert.equal(await at(tab), 5);
  assert.equal(await tab.locator(".repair").isVisible(), false);
}

// Two blocks write a word each, fence, and read the other's.  The order of the fences
// decides what the second block may read; no step of one block is known to the other.
function fencedStory() {
  const words = ["x", "y"].map((name) => ({ name, before: "0" }));
  const step = (lane, kind, rest) => ({ lane, kind, what: kind, knows: [], ...rest });
  const steps = [
    step(0, "write", { word: 0, writes: "1" }),
    step(0, "fence"),
    step(0, "read", { word: 1, reads: "0" }),
    step(1, "write", { word: 1, writes: "1" }),
    step(1, "fence", { fenced: [{ write: 0, fence: 1 }] }),
    step(1, "read", { word: 0, reads: "1", saw: 0 }),
  ];
  const lanes = lanesOf(2, (i) => `block ${i}`);
  return storyOf(lanes, steps, { words });
}

async function aLongTitleFitsAPhone() {
  const title = "docs/examples/a_program_with_quite_a_long_name.cu";
  const tab = await open(phone, { ...example, title });
  const [wide, full] = await tab
    .locator("h2")
    .evaluate((it) => [it.getBoundingClientRect().right, it.parentNode.clientWidth]);
  assert.ok(wide <= full + 32, `the title ends at ${wide}, its box is ${full} wide`);
}

// On a phone, the heads of the table show only their marks.
async function aTableFitsAPhone() {
  for (const count of [2, 4]) {
    const lanes = lanesOf(count, (i) => `block ${i}, thread 31`);
    const before = count === 2 ? "(never written)" : "0";
    const words = example.words.map(({ name }) => ({ name: `slots[${name}]`, before }));
    const tab = await open(phone, { ...example, lanes, words });
    const box = tab.locator(".memory .box");
    assert.ok(await box.evaluate((it) => it.scrollWidth <= it.clientWidth), `${count}`);
    assert.equal(await tab.locator("thead .name").count(), count);
    assert.match(await text(tab, "thead"), /block 1, thread 31/);
  }
}

// The repaired story may have words where the first one has none.
async function memoryOfTheRepairedStory() {
  const story = { ...example, words: [], arrows: [], missing_arrow: undefined };
  story.steps = [{ lane: 0, kind: "call", what: "cudaMemcpyAsync", knows: [] }];
  const tab = await open({}, story);
  assert.equal(await tab.locator(".memory").isVisible(), false);
  assert.equal(await count(tab, ".what wbr"), 2);
  await button(tab, "Repaired").click();
  assert.equal(await tab.locator(".memory").isVisible(), true);
}

async function fencesHaveAnOrder() {
  const tab = await open({}, fencedStory());
  await goTo(tab, 4);
  assert.deepEqual((await memory(tab))[0], ["x", "1", "1", "0 or 1"]);
  assert.equal(await count(tab, "path.order"), 0);
  await goTo(tab, 5);
  assert.deepEqual((await memory(tab))[0], ["x", "1", "1", "1"]);
  assert.equal(await count(tab, "path.order"), 1);
  await tells(tab, /comes after step 2 of block 0\. .* block 1 cannot miss the write/);
  await tells(tab, /the write of x in step 1, made before that fence/);
  await goTo(tab, 6);
  await tells(tab, /older value: step 1 comes before the fence in step 2, that fence/);
  await tells(tab, /other order, step 3 could not miss step 4\. So at least/);
}

// If block 1 has already learned of the first fence, the fences have only one order.
// The player also tells of another thread's write that the first fence's thread saw.
async function fencesInOneOrderOnly() {
  const story = fencedStory();
  story.steps[3].knows = [1];
  let tab = await open({}, story);
  await goTo(tab, 6);
  await tells(tab, /cannot read an older value/);
  await tellsNot(tab, /other order/);
  story.steps[0].lane = 2;
  story.lanes.push({ name: "block 2", group: "block 2", member: "" });
  tab = await open({}, story);
  await goTo(tab, 5);
  await tells(tab, /the write of x in step 1, seen before that fence/);
  await goTo(tab, 6);
  await tells(tab, /block 0 saw step 1 before its fence in step 2/);
  story.steps[4].fenced = [{ write: 9, fence: 1 }];
  tab = await open({}, story);
  const shown = await player(tab).evaluate((node) => node.shadowRoot.textContent);
  assert.match(shown, /"steps" has no number 9/);
}

// What a lane may read, computed from the story's definition without the player's code,
// to compare the two on random stories.
function mayRead(story, lane, word, t) {
  const played = story.steps.slice(0, t);
  const writes = played.flatMap((s, i) => (s.word === word && s.writes ? [i] : []));
  const last = played.map((s) => s.lane).lastIndexOf(lane);
  const knows = last < 0 ? [] : played[last].knows;
  let first = 0;
  writes.forEach((w, k) => {
    const own = played[w].lane === lane;
    const saw = played.some((s) => s.lane === lane && s.word === word && s.saw === w);
    const before = knows.some((i) => story.steps[i].lane === played[w].lane && w <= i);
    const isFenced = (s) => s.lane === lane && s.fenced?.some(({ write }) => write === w);
    if (own || saw || before || played.some(isFenced)) first = k + 1;
  });
  const values = [story.words[word].before, ...writes.map((w) => played[w].writes)];
  return new Set(values.slice(first));
}

async function memoryOfRandomStories() {
  let seed = 1;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  const lanes = lanesOf(3, (i) => `block ${i}`);
  for (let k = 0; k < 8; ++k) {
    const steps = [];
    for (let i = 0; i < 9; ++i) {
      const word = random(2);
      const [lane, kind] = [random(3), ["read", "write"][random(2)]];
      const writers = steps.flatMap((s, j) => (s.word === word && s.writes ? [j] : []));
      const step = { lane, kind, what: kind, word, knows: [] };
      if (kind === "write") step.writes = String(random(3));
      else if (writers.length) step.saw = writers[random(writers.length)];
      for (const other of [0, 1, 2]) {
        const known = steps.flatMap((s, j) => (s.lane === other ? [j] : []));
        if (other !== lane && known.length && random(3) === 0)
          step.knows.push(known[random(known.length)]);
      }
      if (writers.length && random(4) === 0)
        step.fenced = [{ write: writers[random(writers.length)], fence: 0 }];
      steps.push(step);
    }
    const story = storyOf(lanes, steps);
    const tab = await open({}, story);
    for (let t = 0; t <= steps.length; ++t) {
      await goTo(tab, t);
      for (const [word, cells] of (await memory(tab)).entries())
        for (const lane of [0, 1, 2])
          assert.deepEqual(
            new Set(cells[lane + 2].split(/, | or /)),
            mayRead(story, lane, word, t),
            `story ${k}, after ${t} steps, word ${word}, lane ${lane}`,
          );
    }
    await tab.context().close();
  }
}

async function theLiveRegionTells() {
  const tab = await open();
  for (const [to, ...what] of [
    [0, /Step 0 of 5/],
    [1, /Step 1 of 5.*block 0, thread 0: write data, writes 7 \(line 7\)/s],
    [1, /data in memory: 0 becomes 7/, /From data, block 1, thread 0 may read 0 or 7/],
    [2, /reads 0, last of 2 reads \(line 10\)/],
    [4, /It sees what block 0, thread 0 wrote in step 3/],
    [5, /It still sees the value from before/],
    [5, /Nothing orders the write and the read of data/],
  ]) {
    await goTo(tab, to);
    for (const each of what) await tells(tab, each);
    if (to === 4) await tellsNot(tab, /Nothing orders/);
  }
}

async function ordersAreDrawn() {
  const tab = await open();
  const lines = () =>
    Promise.all(["path.order", "path.missing"].map((name) => count(tab, name)));
  await goTo(tab, 3);
  assert.deepEqual(await lines(), [0, 0]);
  await goTo(tab, 4);
  assert.deepEqual(await lines(), [1, 0]);
  assert.equal(await tab.getByText("no __threadfence()").count(), 0);
  await goTo(tab, 5);
  assert.deepEqual(await lines(), [1, 1]);
  assert.equal(await text(tab, ".lacks"), "no __threadfence()");
  // No line lies over the tip of another.
  const paths = tab.locator(".arrows path");
  const kinds = await paths.evaluateAll((all) => all.map((path) => path.classList[0]));
  assert.deepEqual(kinds.slice(-2), ["order-tip", "missing-tip"]);
}

async function stepsAndSource() {
  const tab = await open();
  const top = await tab.evaluate(() => scrollY);
  await tab.locator(".step").nth(2).click();
  assert.equal(await at(tab), 3);
  assert.match(await text(tab, "[aria-current=step]"), /write flag/);
  assert.match(await text(tab, ".row.current"), /flag = 1;/);
  // Each lane's number stands at the line of its last step.
  const rows = await tab.locator(".row:has(.mark)").allInnerTexts();
  assert.match(rows.join("|"), /flag = 1;\s*1\|.*while \(flag == 0\) \{\s*2/s);
  await press(tab, "ArrowRight");
  assert.equal(await at(tab), 4);
  const focused = () =>
    player(tab).evaluate((node) =>
      node.shadowRoot.activeElement.getAttribute("data-move"),
    );
  assert.equal(await focused(), "4");
  assert.equal(await tab.evaluate(() => scrollY), top);
  assert.equal(await tab.getByText("1 step left out").count(), 2);
}

// On paper, the inside of an open <details> element is narrower than the page.
async function fitsAChoiceOnPaper() {
  const tab = await open();
  await player(tab).evaluate((it) => {
    const choice = document.createElement("details");
    choice.open = true;
    it.before(choice);
    choice.append(it);
  });
  await tab.emulateMedia({ media: "print" });
  const width = await tab.locator(".player").evaluate((it) => it.offsetWidth);
  assert.ok(width <= 620, `${width} pixels`);
}

// Checked at each position of a story that fits into neither of the two boxes.
async function noRowIsCutOrBlankAtTheTop() {
  const call = { kind: "call", what: "call" };
  const numbers = [...Array(40).keys()];
  const lines = numbers.map((i) => `line ${i}; `.repeat(i % 5 && 1 + (i % 4) * 9));
  const steps = numbers.map((i) => ({ ...call, lane: i % 2, line: i + 1 }));
  const sources = [{ name: "long.cu", parts: [{ first: 1, lines }] }];
  const long = storyOf(example.lanes, steps, { sources });
  for (const width of [1200, 390]) {
    const tab = await open({ ...size(width), reducedMotion: "reduce" }, long);
    for (let to = 0; to <= 40; ++to) {
      await goTo(tab, to);
      const cut = await player(tab).evaluate(({ shadowRoot }) =>
        [...shadowRoot.querySelectorAll(".steps .box, .source .box")].flatMap((box) => {
          const heads = box.querySelector(".heads")?.offsetHeight || 0;
          const top = box.getBoundingClientRect().top + box.clientTop + heads;
          const [row] = [...box.querySelectorAll(".step, .row, .file")].filter(
            (one) => one.getBoundingClientRect().bottom > top + 2,
          );
          const cut = row.getBoundingClientRect().top < top - 2;
          const blank = row.querySelector(".code")?.textContent === "";
          return cut || blank ? [row.innerText] : [];
        }),
      );
      assert.deepEqual(cut, [], `${width} pixels, step ${to}`);
      assert.ok(await tab.locator(".row.current, .row.start").isVisible());
    }
  }
}

async function slider() {
  const tab = await open();
  const position = tab.getByRole("slider");
  await position.fill("3");
  assert.equal(await at(tab), 3);
  assert.equal(await position.getAttribute("aria-valuetext"), "Step 3 of 5");
  await position.focus();
  await press(tab, "ArrowRight");
  assert.equal(await at(tab), 4);
}

async function eventsAndAttributes() {
  const tab = await open({}, example, 'at="2" predict');
  assert.equal(await at(tab), 2);
  assert.equal(await count(tab, ".badge"), 0);
  assert.doesNotMatch(await text(tab, ".steps"), /reads 1/);
  await player(tab).evaluate((node) => {
    window.moves = [];
    node.addEventListener("step", ({ detail }) => window.moves.push(detail.at));
    node.at = 99;
    node.at = 1;
    node.at = 1;
    node.at = "x";
  });
  assert.deepEqual(await tab.evaluate(() => window.moves), [5, 1, 0]);
  assert.equal(await text(tab, ".badge"), "✗ data race");
}

async function barriers() {
  const met = {
    kind: "barrier",
    what: "__syncthreads()",
    meeting: 1,
    line: 9,
    source: 0,
  };
  const steps = [
    { lane: 0, kind: "write", what: "write sum", word: 0, writes: "?", knows: [] },
    { lane: 0, ...met, knows: [3] },
    { lane: 2, kind: "call", what: "call f", knows: [] },
    { lane: 1, ...met, knows: [1] },
    { lane: 1, kind: "read", what: "read sum", word: 0, saw: 0, knows: [1] },
    { lane: 2, kind: "read", what: "waits", word: 0, stuck: true, knows: [] },
  ];
  const rest = { words: [{ name: "sum" }], arrows: [{ from: 1, to: 5 }] };
  const more = { sources: example.sources, missing_arrow: { from: 0, to: 5 } };
  const lanes = lanesOf(3, (i) => `block 0, thread ${i}`);
  const story = storyOf(lanes, steps, { ...rest, ...more, verdict: "deadlock" });
  const tab = await open({}, story);
  const unknown = "? or the new value of step 1";
  await goTo(tab, 1);
  assert.deepEqual((await memory(tab))[0].slice(2), [
    "the new value of step 1",
    unknown,
    unknown,
  ]);
  assert.deepEqual(await tab.locator(".why").allInnerTexts(), [
    "block 0, thread 1 and block 0, thread 2 may still read ? from sum: nothing orders " +
      "the write in step 1 of block 0, thread 0 before their next steps.",
  ]);
  await goTo(tab, 2);
  await button(tab, "To the next order").click();
  assert.equal(await at(tab), 3);
  await tells(tab, /thread 0 and block 0, thread 1: __syncthreads\(\) \(line 9\)/);
  await tells(tab, /Step 3 of 5.*What any of them did before it comes/s);
  assert.equal((await memory(tab))[0][3], "the new value of step 1");
  await button(tab, "To where it breaks").click();
  await tells(tab, /It waits here forever/);
}

const background = (tab) =>
  tab.locator(".player").evaluate((node) => getComputedStyle(node).backgroundColor);

async function darkAndLight() {
  const [light, dark] = ["rgb(255, 255, 255)", "rgb(22, 25, 29)"];
  const theme = (tab, value) =>
    tab.evaluate((name) => (document.body.dataset.theme = name), value);
  for (const [colorScheme, own, other] of [
    ["light", light, dark],
    ["dark", dark, light],
  ]) {
    const tab = await open({ colorScheme });
    assert.equal(await background(tab), own);
    await theme(tab, colorScheme === "light" ? "dark" : "light");
    assert.equal(await background(tab), other);
    await theme(tab, "auto");
    assert.equal(await background(tab), own);
    await goTo(tab, 5);
  }
}

async function aPhone() {
  const tab = await open(phone);
  for (const key of ["Home", "End", "r"]) {
    await button(tab, "Forward").focus();
    await press(tab, key);
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= 390, `${wide} pixels wide after ${key}`);
  }
  const headings = await tab.locator("h3").evaluateAll((all) => {
    const top = (heading) => heading.getBoundingClientRect().top;
    return all.sort((a, b) => top(a) - top(b)).map((heading) => heading.textContent);
  });
  assert.deepEqual(headings, ["Steps", "Memory", "Source"]);
}

async function onPaper() {
  const tab = await open({ colorScheme: "dark" }, example, 'at="1"');
  await tab.emulateMedia({ media: "print" });
  await tab.locator(".end").waitFor();
  assert.equal(await count(tab, ".step.played"), 5);
  assert.equal(await count(tab, "button:not(.step):visible"), 0);
  assert.equal(await count(tab, "path.missing"), 1);
  assert.equal(await background(tab), "rgb(255, 255, 255)");
  await tab.emulateMedia({ media: "screen" });
  await tab.locator(".end").waitFor({ state: "detached" });
  assert.equal(await count(tab, ".step.played"), 1);
  assert.equal(await at(tab), 1);
}

async function badStories() {
  const step = { lane: 0, kind: "read", what: "read" };
  for (const story of [
    "",
    "{",
    "null",
    {},
    { ...example, format: "other" },
    { ...example, steps: 3 },
    { ...example, steps: [{ ...step, lane: 7 }] },
    { ...example, steps: [step], arrows: [{ from: 0, to: 9 }] },
    { ...example, sources: [{ name: "a.cu" }] },
    { ...example, repaired: { format: 1 } },
  ]) {
    const tab = await open({}, story);
    assert.match(await text(tab, ".player"), /This interleaving cannot be shown: .+/);
    await tab.context().close();
  }
  const tab = await open();
  const shown = await tab.evaluate(() => {
    const empty = document.createElement("interleaving-player");
    document.body.append(empty);
    return empty.shadowRoot.textContent;
  });
  assert.match(shown, /cannot be shown: it has no data/);
}

// What a story says is text, whatever it looks like.
async function textIsText() {
  const evil = '</script><img src=x onerror="window.evil=1">';
  const steps = example.steps.map((step) => ({ ...step, what: evil }));
  const story = { ...example, steps, title: evil, message: evil, lacks: evil };
  const tab = await open({}, story);
  await goTo(tab, 5);
  assert.equal(await text(tab, "h2"), evil);
  assert.equal(await tab.evaluate(() => window.evil), undefined);
  assert.equal(await count(tab, "img"), 0);
}

// axe-core checks contrast and the names of buttons and fields.
async function everybodyCanRead() {
  const place = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  const axe = readFileSync(place, "utf8");
  for (const colorScheme of ["light", "dark"]) {
    const tab = await open({ colorScheme });
    await tab.evaluate(axe);
    for (const to of [0, 3, 5]) {
      await goTo(tab, to);
      const { violations } = await tab.evaluate(() =>
        axe.run({ runOnly: ["wcag2a", "wcag2aa", "best-practice"] }),
      );
      const wrong = violations
        .filter(({ id }) => id !== "page-has-heading-one" && id !== "region")
        .map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`);
      assert.deepEqual(wrong, [], `${colorScheme}, step ${to}`);
    }
  }
}

// The tests are the async functions above without parameters.
let failed = 0;
const own = readFileSync(new URL(import.meta.url), "utf8");
const names = own.matchAll(/^async function (\w+)\(\) \{$/gm);
for (const test of Array.from(names, ([, name]) => eval(name))) {
  try {
    await test();
    console.log(`ok      ${test.name}`);
  } catch (error) {
    ++failed;
    console.log(`FAILED  ${test.name}: ${error.message}`);
  }
}
await browser.close();
rmSync(folder, { recursive: true });
for (const error of new Set(errors)) console.log(`FAILED  a script: ${error}`);
process.exit(failed || errors.length ? 1 : 0);
