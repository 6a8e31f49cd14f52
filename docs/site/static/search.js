// The search: lunr (lunrjs.com) over search_index.js, which book.py writes.  It needs no
// server, finds the stem and the beginning of a word, and forgives typing errors.
(() => {
  const kResultsMax = 12;
  const kWord = 1e6; // More than lunr gives for any word.
  const as = { usePipeline: false }; // Not only its stem.

  // "Lab 04", "lab4" and "lab 4" are the same words, and so are stale_value and "stale value".
  const words = (text) =>
    (text.toLowerCase().match(/[a-z]+|\d+/g) ?? []).map((w) => w.replace(/^0+\B/, ""));

  const makeIndex = () =>
    lunr(function () {
      this.tokenizer = (text) => words(`${text}`).map((w) => new lunr.Token(w, {}));
      this.field("heading", { boost: 8 });
      this.field("page", { boost: 2 });
      this.field("text");
      searchIndex.forEach(([, heading, page, text], id) =>
        this.add({ id, heading, page, text }),
      );
    });

  // Rows that have the words side by side come first, above all pages and headings that do;
  // then those that have all of the words.
  function find(index, asked) {
    const rank = new Map();
    const add = (ref, points) => rank.set(ref, (rank.get(ref) ?? 0) + points);
    for (const word of asked) {
      const found = index.query((query) => {
        query.term(word, { boost: 100 });
        query.term(word, { ...as, boost: 20, wildcard: lunr.Query.wildcard.TRAILING });
        query.term(word, { ...as, editDistance: Math.min(word.length >> 2, 2) });
      });
      for (const { ref, score } of found) add(ref, kWord + score);
    }
    const has = (text) => ` ${words(text).join(" ")} `.includes(` ${asked.join(" ")} `);
    for (const ref of asked.length > 1 ? rank.keys() : []) {
      const [, heading, page, text] = searchIndex[ref];
      const place = has(heading) ? (page ? 2 : 3) : has(text) ? 1 : 0;
      add(ref, place * asked.length * kWord);
    }
    return [...rank.keys()].sort((a, b) => rank.get(b) - rank.get(a));
  }

  // Whole words around the first that was asked for.
  function excerpt(text, asked) {
    const around = new RegExp(`(\\S+ ){0,4}\\b(${asked.join("|")}).{0,60}(?!\\S)`, "i");
    const [shown] = text.match(around) ?? text.match(/^.{0,90}(?!\S)/);
    const [before, after] = text.split(shown);
    return (before && "... ") + shown + (after && " ...");
  }

  function entry([href, heading, page, text], asked) {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = href;
    link.textContent = page ? `${heading} (${page})` : heading;
    item.append(excerpt(text, asked));
    return item;
  }

  const field = document.getElementById("search-field");
  const box = document.getElementById("search-results");
  const [status, list] = box.children;
  let index;

  function update() {
    if (!window.searchIndex) return; // It is on its way, and comes here when it is read.
    index ??= makeIndex();
    const asked = words(field.value);
    const found = find(index, asked);
    const rows = found.slice(0, kResultsMax).map((ref) => searchIndex[ref]);
    list.replaceChildren(...rows.map((row) => entry(row, asked)));
    const first = found.length > rows.length ? `the first ${rows.length}:` : "";
    status.textContent = found.length
      ? `${found.length} places ${first}`
      : "Nothing found.";
    box.hidden = field.value.trim() === "";
  }

  // Down and up go through the links, Escape goes back to the field and closes.
  function onKey(event) {
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    const to = { ArrowDown: stops[at + 1], ArrowUp: stops[at - 1], Escape: field }[
      event.key
    ];
    if (event.key === "Enter" && at === 0) stops[1]?.click();
    if (event.key === "Escape") field.value = "";
    if (!to) return;
    event.preventDefault();
    to.focus();
    if (to === field) update();
  }

  function load() {
    const script = document.head.appendChild(document.createElement("script"));
    Object.assign(script, { src: "search_index.js", onload: update });
  }
  field.addEventListener("focus", load, { once: true });
  field.addEventListener("input", update);
  field.parentElement.addEventListener("keydown", onKey);
  list.addEventListener("click", () => (box.hidden = true));
})();
