// The search: lunr (lunrjs.com) over search_index.js, which book.py writes.  It needs no
// server, finds the stem and the beginning of a word, and forgives typing errors.
(() => {
  const kResultsMax = 12;
  const kFound = 0.3; // What a word counts in a row that is about something else.
  const kSideBySide = 3;
  const kMistake = 0.6; // The weight of a row of the bank beside a page's.
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

  const hits = (word) =>
    index.query((query) => {
      query.term(word, { boost: 100 });
      query.term(word, { ...as, boost: 20, wildcard: lunr.Query.wildcard.TRAILING });
      query.term(word, { ...as, editDistance: Math.min(word.length >> 2, 2) });
    });

  // The words that say what is asked for: not "how" or "my", if there are others.
  function telling(asked) {
    const found = asked.filter((word) => lunr.stopWordFilter(word));
    return found.length ? found : asked;
  }

  // A rare word counts for more than a frequent one, and so does a row that is mostly about
  // it.  Rows that have words side by side come first, pages and headings above others.
  function find(asked) {
    const rank = new Map();
    for (const word of telling(asked)) {
      const found = hits(word);
      const rare = Math.log(1 + searchIndex.length / found.length);
      for (const { ref, score } of found)
        rank.set(ref, (rank.get(ref) ?? 0) + rare * (kFound + score / found[0].score));
    }
    for (const [ref, score] of rank) {
      const weight = searchIndex[ref][0].startsWith("bank") ? kMistake : 1;
      rank.set(ref, weight * (score + kSideBySide * together(searchIndex[ref], asked)));
    }
    return [...rank.keys()].sort((a, b) => rank.get(b) - rank.get(a));
  }

  // How many neighbours of the question are neighbours in the row, too.
  function together([, heading, page, text], asked) {
    const has = (where, pair) => ` ${where} `.includes(` ${pair} `);
    const [head, body] = [heading, text].map((all) => words(all).join(" "));
    const tells = (word) => lunr.stopWordFilter(word);
    const pairs = asked
      .map((word, i) => [word, asked[i + 1]])
      .filter((pair) => pair.every(tells))
      .map((pair) => pair.join(" "));
    const place = (pair) => (has(head, pair) ? (page ? 2 : 3) : has(body, pair) ? 1 : 0);
    return pairs.reduce((sum, pair) => sum + place(pair), 0);
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
