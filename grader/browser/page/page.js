// The page: an editor, the worker that checks, and what it found.
import { basicSetup, EditorView } from "codemirror";
import { cpp } from "@codemirror/lang-cpp";
import { EditorState } from "@codemirror/state";

const LAB = "01_last_block";
const NAME = "last_block.cu";
/** Browsers run out of stacks in the other parts. */
const PART = "1a";
const KEPT = `gridlock/${LAB}`;
/** A worker that says nothing for so long hangs: the grader's own limits are far below. */
const SILENCE_MS = 120_000;

const at = (id) => document.getElementById(id);
const { skeleton, version } = await (await fetch("lab.json")).json();

const keep = EditorView.updateListener.of((update) => {
  if (update.docChanged) localStorage.setItem(KEPT, update.state.doc.toString());
});
const view = new EditorView({ parent: at("editor") });
/** Puts a text into the editor, as a new document. */
function show(text) {
  view.setState(
    EditorState.create({
      doc: text,
      extensions: [
        basicSetup,
        cpp(),
        keep,
        EditorView.contentAttributes.of({ "aria-label": NAME }),
      ],
    }),
  );
  localStorage.setItem(KEPT, text);
}
show(localStorage.getItem(KEPT) ?? skeleton);

at("about").textContent =
  `gridlock ${version}. This page judges part ${PART} of lab 01 on the simulator, with the ` +
  "lab's own checks, and not yet the other parts. After some checks the browser may end this " +
  "tab: your text is kept, so open the page in a new one. Its result is your own: what counts " +
  "in a course is graded by ./gridlock check.";

let worker = null;
let silence = 0;

function begin() {
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => take(data);
  worker.onerror = (event) => end(`The worker failed: ${event.message}`);
}

/** Ends the worker, and begins a new one for the next check. */
function end(why) {
  worker?.terminate();
  worker = null;
  done(why);
}

function done(text) {
  clearTimeout(silence);
  at("status").textContent = text;
  at("check").disabled = false;
  at("stop").hidden = true;
}

function listen() {
  clearTimeout(silence);
  silence = setTimeout(
    () =>
      end(
        "Your code neither ended nor touched memory for two minutes, so the check was ended. " +
          "Look for a loop whose condition never changes.",
      ),
    SILENCE_MS,
  );
}

let begun = 0;
function check() {
  if (!worker) begin();
  begun = performance.now();
  at("check").disabled = true;
  at("stop").hidden = false;
  at("status").textContent = "beginning ...";
  worker.postMessage({
    lab: LAB,
    name: NAME,
    source: view.state.doc.toString(),
    part: PART,
  });
  listen();
}

function take({ progress, result, failed }) {
  if (progress !== undefined) {
    if (!at("check").disabled) return; // A new worker gets ready.
    if (progress) at("status").textContent = progress;
    listen();
  } else if (failed) {
    end(`The grader in this page failed, which is not your fault: ${failed}`);
  } else {
    tell(result);
    end(`Checked in ${((performance.now() - begun) / 1000).toFixed(1)} s.`);
    // Memory that a worker has taken is given back with the worker alone.
    begin();
  }
}

function tell({ report, record, story }) {
  const lab = record && JSON.parse(record).labs[0];
  at("result").hidden = false;
  at("score").textContent = lab
    ? `${lab.score ?? "no score"} of ${lab.max_score} points`
    : "";
  // The command's own advice on what to type next has no meaning here.
  const lines = report.split("\n").filter((line) => !line.includes("./gridlock "));
  at("report").textContent = lines.join("\n");
  at("result").dataset.record = record;
  const place = at("story");
  place.replaceChildren();
  if (!story) return;
  const player = document.createElement("interleaving-player");
  const data = document.createElement("script");
  data.type = "application/json";
  data.textContent = story;
  player.append(data);
  place.append(player);
}

at("check").onclick = check;
at("stop").onclick = () => end("Stopped.");
at("reset").onclick = () => {
  if (confirm("Replace your text by the lab's own file?")) show(skeleton);
};
at("save").onclick = () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([view.state.doc.toString()]));
  link.download = NAME;
  link.click();
  URL.revokeObjectURL(link.href);
};
at("open").onchange = async ({ target }) => {
  if (target.files[0]) show(await target.files[0].text());
  target.value = "";
};
begin();
at("check").disabled = false;
