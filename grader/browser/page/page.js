// The page: an editor, the workers that compile and check, and what they found.
import { basicSetup, EditorView } from "codemirror";
import { cpp } from "@codemirror/lang-cpp";
import { syntaxHighlighting } from "@codemirror/language";
import { classHighlighter } from "@lezer/highlight";

const asked = new URLSearchParams(location.search);
/** The name of a file that is in the address, as base64 of gzip. */
const FILE = asked.get("file");
/** "" for a program of no lab. */
const LAB = asked.get("lab") ?? (FILE ? "" : "01_last_block");
const KEPT = `gridlock/${LAB}${FILE ? `/${FILE}` : ""}`;
/** Signs of life come with each schedule, and when the compiler begins and ends. */
const SILENCE_MS = { run: 30_000, compile: 180_000 };
const MISSING =
  "This lab was not opened for long enough with a network, so its files are not here.";

const at = (id) => document.getElementById(id);
const element = (tag, given, ...children) => {
  const made = Object.assign(document.createElement(tag), given);
  made.append(...children);
  return made;
};
const fetched = (file) =>
  fetch(file).then((answer) => (answer.ok ? answer : Promise.reject(Error(file))));
const about = await (await fetched(`${LAB || "program"}.json`)).json();
const { labs, name = `${FILE}.cu`, version, given = {}, parts = [] } = about;
/** The file with the lab's own code, compiled. */
const READY = LAB ? [`ready_${LAB}.json`] : [];
const PACKED = ["gridlock.wasm", "files.json", "llvm-resources.tar"].concat(
  ["", "2", "3", "4"].map((number) => `llvm.core${number}.wasm`),
  READY,
);
/** The tree of files with their bytes in place of base64. */
const bytes = (tree) =>
  typeof tree === "string"
    ? Uint8Array.from(atob(tree), (each) => each.charCodeAt(0))
    : Object.fromEntries(Object.entries(tree).map(([name, each]) => [name, bytes(each)]));
const unzipped = (body) => body.pipeThrough(new DecompressionStream("gzip"));
/** What is in the editor at first. */
const linked = () => unzipped(new Blob([bytes(location.hash.slice(1))]).stream());
const skeleton = FILE ? await new Response(linked()).text() : about.skeleton;

const view = new EditorView({
  parent: at("editor"),
  doc: localStorage.getItem(KEPT) ?? skeleton,
  extensions: [
    EditorView.domEventHandlers({
      keydown: ({ key, ctrlKey }) => ctrlKey && key === "Enter" && !at("check").click(),
    }),
    basicSetup,
    cpp(),
    syntaxHighlighting(classHighlighter),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ "aria-label": name }),
    EditorView.updateListener.of(({ docChanged }) => {
      if (!docChanged) return;
      localStorage.setItem(KEPT, text());
      document.body.className = "old";
    }),
  ],
});
const text = () => view.state.doc.toString();
/** Replaces the text, as one change that can be undone. */
function show(text) {
  const changes = { from: 0, to: view.state.doc.length, insert: text };
  view.dispatch({ changes, userEvent: "input" });
  forget();
}

document.title = at("title").textContent = LAB
  ? `Lab ${LAB.slice(0, 2)}: ${labs[LAB]}${FILE ? `: ${FILE}` : ""}`
  : name;
for (const each of document.querySelectorAll(".lab")) each.hidden = !LAB;
if (!LAB) at("check").textContent = "Run";
for (const [lab, title] of Object.entries(labs)) {
  const link = element("a", { href: `?lab=${lab}` }, `${lab.slice(0, 2)} ${title}`);
  if (lab === LAB) link.ariaCurrent = "page";
  at("labs").append(link);
}
at("sheet").innerHTML = about.sheet ?? "";
for (const { id, title, hints } of parts) {
  at("part").append(element("option", { value: id }, `${id} ${title}`));
  // Each hint contains the next hint, so a reader has to open the earlier hints first.
  const next = (level) =>
    hints[level] &&
    element(
      "details",
      {},
      element("summary", {}, level ? `Hint ${level + 1}` : `${id}  ${title}`),
      // Join the lines of each paragraph: the page breaks them at its own width.
      element("pre", {}, hints[level].trim().replace(/^(\S.{55,}[^;])\n(?=\S)/gm, "$1 ")),
      next(level + 1) ?? "",
    );
  at("hints").append(next(0));
}
for (const [header, text] of Object.entries(given))
  at("given").append(
    element("details", {}, element("summary", {}, header), element("pre", {}, text)),
  );
at("about").textContent =
  `gridlock ${version}, judged on the simulator with sizes and pointers of 32 bits, so without ` +
  "the one check that needs more. What counts in a course is graded elsewhere.";

// The worker that grades lives on after a check, unless that failed: Chromium keeps mappings of
// the stacks of a worker that has ended, and ends the tab when there are too many.
let grader = null;
let cache = null;
let silence = 0;
let clock = 0;
let begun = 0;
let doing = "";
/** Large files lie packed beside the page, since not every server compresses what it sends. */
async function unpacked(name) {
  // Asks the cache itself: during a first visit, the worker that fills it gets no requests.
  const kept = await globalThis.caches?.match(`${name}.packed`);
  const { body } = kept ?? (await fetched(`${name}.packed`));
  const is_code = name.endsWith(".wasm");
  const answer = new Response(unzipped(body), {
    headers: { "content-type": is_code ? "application/wasm" : "" },
  });
  if (is_code) return WebAssembly.compileStreaming(answer);
  return name.endsWith(".json") ? answer.json() : answer.arrayBuffer();
}
/** The worker that keeps the files for later visits starts first, so each is fetched once. */
const offline = navigator.serviceWorker
  ?.register("offline.js")
  .then(() => navigator.serviceWorker.ready)
  .then(({ active }) => active.postMessage(READY.map((name) => `${name}.packed`)))
  .catch(console.warn);
const made = Promise.resolve(offline).then(async () => {
  const each = async (name) => [name, await unpacked(name)];
  return Object.fromEntries(await Promise.all(PACKED.map(each)));
});
made.catch(() => ready(MISSING));

function ready(why, lives = false) {
  clearTimeout(silence);
  clearInterval(clock);
  if (!lives) {
    grader?.terminate();
    grader = null;
  }
  at("status").textContent = why;
  at("check").disabled = false;
  at("stop").hidden = true;
}

function say(what) {
  doing = what || doing;
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  at("status").textContent = `${doing} (${seconds} s)`;
}

function listen(stage) {
  clearTimeout(silence);
  silence = setTimeout(() => {
    tell({ report: `\x1b[31mendless_loop\x1b[0m  ${doing}` });
    ready(
      stage === "compile"
        ? "The compiler did not end, so it was ended."
        : "Your code neither ended nor touched memory for half a minute, so the check was " +
            "ended. Look for a loop whose condition never changes.",
    );
  }, SILENCE_MS[stage]);
}

async function check() {
  at("check").disabled = true;
  at("stop").hidden = false;
  forget();
  begun = performance.now();
  say("fetching the grader and the compiler ...");
  clock = setInterval(say, 1000);
  const worker = (grader ??= new Worker(new URL("worker.js", import.meta.url), {
    type: "module",
  }));
  const failed = (why) =>
    ready(why ? `The grader in this page failed, not you: ${why}` : MISSING);
  worker.onerror = (event) => failed(event.message);
  worker.onmessage = ({ data: { progress, stage, result, error } }) => {
    if (error) failed(error);
    else if (result) {
      cache = result.cache;
      tell(result);
      ready(`Checked in ${((performance.now() - begun) / 1000).toFixed(1)} s.`, true);
    } else {
      say(progress);
      listen(stage);
    }
  };
  const kept = await made.catch(() => null);
  if (worker !== grader) return; // This worker was stopped.
  if (!kept) return failed();
  say("beginning ...");
  cache ??= bytes(kept[READY[0]] ?? {});
  // The report has no line breaks within sentences: the page breaks them at its own width.
  const columns = 10_000;
  const request = { lab: LAB, name, source: text(), only: at("part").value, columns };
  document.body.className = "";
  worker.postMessage({ kept, cache, request });
  listen("compile");
}

/** The report's lines, in the colours of a terminal. */
function lines(report) {
  const TONES = { 1: "strong", 2: "dim", 31: "bad", 32: "good", 33: "warn" };
  let className = "";
  return report.split("\n").map((line) => {
    const pieces = line.split(/\x1b\[([\d;]*)m/).map((piece, i) => {
      if (i % 2 === 0) return element("span", { className }, piece);
      className = piece.replace(/\d+;?/g, (code) => `${TONES[parseInt(code)] ?? ""} `);
      return "";
    });
    const made = element("div", {}, ...pieces);
    const shown = made.textContent;
    if (/^ {4,}\d+ /.test(shown)) made.className = "row";
    // Where the page breaks this line, the rest is indented as far as the line's last column.
    made.style.setProperty("--hang", `${/^(.*  )?[-=> ]*/.exec(shown)[0].length}ch`);
    return made;
  });
}

function forget() {
  at("result").hidden = true;
  at("story").replaceChildren();
}

function tell({ report, record = "", story }) {
  const parsed = record && JSON.parse(record);
  const lab = parsed.labs?.[0];
  at("result").hidden = false;
  at("task").open = false;
  at("score").textContent = lab
    ? `${lab.score ?? "no score"} of ${lab.max_score} points`
    : (parsed.verdict ?? "");
  // The command's options, folders and advice on what to type next have no meaning here.
  const here = report
    .replace(/^.*(\.\/gridlock |^ +To ).*\n?/gm, "")
    .replace(/ \(--all [^)]*\)|; --all [^:]*|tree\/labs\/\w+\//g, "");
  at("report").replaceChildren(...lines(here.trim()));
  at("result").dataset.record = record;
  const player = story ? element("interleaving-player") : "";
  if (player)
    player.append(element("script", { type: "application/json", textContent: story }));
  at("story").replaceChildren(player);
  at("see").hidden = !player;
  if (matchMedia("(max-width: 60rem)").matches) at("result").scrollIntoView();
}

at("check").onclick = check;
at("see").onclick = () => at("story").scrollIntoView();
at("part").value = localStorage.getItem(`${KEPT} part`) ?? "";
at("part").onchange = () => localStorage.setItem(`${KEPT} part`, at("part").value);
at("stop").onclick = () => ready("Stopped.");
at("reset").onclick = () =>
  confirm("Replace your text by the file as it was at first?") && show(skeleton);
at("save").onclick = () => {
  const href = URL.createObjectURL(new Blob([text()]));
  element("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
};
at("open").onchange = async ({ target }) => {
  if (target.files[0]) show(await target.files[0].text());
  target.value = "";
};
if ("Suspending" in WebAssembly) at("check").disabled = false;
else at("status").textContent = "Checks need Chrome or Edge, version 137 or later.";
