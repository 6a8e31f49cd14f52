// Tests of handout.mjs: node --test slides/handout.test.mjs
import assert from "node:assert/strict";
import { test } from "node:test";

import { handoutHtml, notesOf } from "./handout.mjs";

test("a hand-out has each slide with its notes, and misses none", () => {
  const notes = notesOf("2 min.  Say <it>.\n\n1. One.\n\n---\n\n3 min.  Next.\n");
  assert.deepEqual(notes, ["2 min.  Say <it>.\n\n1. One.", "3 min.  Next."]);
  const html = handoutHtml("01_x", notes, ["a.png", "b.png"]);
  assert.match(
    html,
    /a\.png.*2 min<\/p><p>Say &lt;it&gt;\.<\/p><p>1\. One\.<\/p>.*b\.png/,
  );
  assert.throws(() => handoutHtml("01_x", notes, ["a.png"]), /2 notes for 1 slides/);
});
