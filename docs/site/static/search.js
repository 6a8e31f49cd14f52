// The search: lunr (lunrjs.com) over search_index.js, which book.py writes.  It needs no
// server, finds the stem and the beginning of a word, and forgives typing errors.
(() => {
  const kResultsMax = 12;
  const kHit = 1e6; // For each word that is found; more than lunr gives for any.
  const as = { usePipeline: false }; // Not only its stem.

  // "Lab 04", "lab4" and "lab 4" are the same words, and so are stale_value and "stale value".
  const words = (text) =>
    (text.toLowerCase().match(/[a-z]+|\d+/g) ?? []).map((w) => w.replace(/^0+\B/, ""));

  const index = lunr(function () {
    this.tokenizer = (text) => words(`${text}`).map((w) => new lunr.Token(w, {}));
    this.field("heading", { boost: 8 });
    this.field("page", { boost: 2 });
    this.field("text");
    for (const [id, [, heading, page, text]] of searchIndex.entries())
      this.add({ id, heading, page, text });
  });

  // Rows that have the words side by side come first, above all pages and headings that do;
  // then those that have all of the words.
  function find(asked) {
    const rank = new Map();
    for (const word of asked) {
      const hits = index.query((query) => {
        query.term(word, { boost: 100 });
        query.term(word, { ...as, boost: 20, wildcard: lunr.Query.wildcard.TRAILING });
        query.term(word, { ...as, editDistance: Math.min(word.length >> 2, 2) });
      });
      for (const { ref, score } of hits)
        rank.set(ref, (rank.get(ref) ?? 0) + kHit + score);
    }
    const has = (text) => ` ${words(text).join(" ")} `.includes(` ${asked.join(" ")} `);
    for (const ref of asked.length > 1 ? rank.keys() : []) {
      const [, heading, page, text] = searchIndex[ref];
      const place = has(heading) ? (page ? 2 : 3) : has(text) ? 1 : 0;
      if (place) rank.set(ref, (asked.length + place) * kHit + (rank.get(ref) % kHit));
    }
    return [...rank.keys()].sort((a, b) => rank.get(b) - rank.get(a));
  }

  // Whole words around the first that was asked for.
  function excerpt(text, asked) {
    const around = new RegExp(`(\\S+ ){0,4}\\b(${asked.join("|")}).{0,60}(?!\\S)`, "i");
    const [shown] = text.match(around) ?? text.match(/^.{0,90}(?!\S)/);
    const [before = "", after = ""] = text.split(shown);
    return (before && "... ") + shown + (after && " ...");
  }

  function entry([href, heading, page, text], asked) {
    const item = document.createElement("li");
    item.innerHTML = `<a href="${href}"></a>`;
    item.firstChild.textContent = page ? `${heading} (${page})` : heading;
    item.append(excerpt(text, asked));
    return item;
  }

  const [field, box] = document.querySelector("[role=search]").children;
  const [status, list] = box.children;

  function update() {
    const asked = words(field.value);
    const found = find(asked);
    const rows = found.slice(0, kResultsMax).map((ref) => searchIndex[ref]);
    list.replaceChildren(...rows.map((row) => entry(row, asked)));
    const more = found.length > rows.length ? `, the first ${rows.length}:` : "";
    status.textContent = found.length ? `${found.length} found${more}` : "Nothing found.";
    box.hidden = field.value.trim() === "";
  }

  // Down and up go through the links, Escape goes back to the field and closes.
  function onKey(event) {
    const all = [field, ...list.querySelectorAll("a")];
    const at = all.indexOf(document.activeElement);
    const to = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Escape: field }[event.key];
    if (event.key === "Enter" && at === 0) all[1]?.click();
    if (event.key === "Escape") field.value = "";
    if (!to) return;
    event.preventDefault();
    to.focus();
    if (to === field) update();
  }

  field.addEventListener("input", update);
  field.parentElement.addEventListener("keydown", onKey);
  list.addEventListener("click", () => (box.hidden = true));
  update();
})();
