// The search: lunr (lunrjs.com) over search_index.js, which book.py writes.  It needs no
// server, finds the stem and the beginning of a word, and forgives typing errors.
(() => {
  const kResultsMax = 12;
  const kWord = 1e6; // More than lunr gives for any word.

  // "Lab 04", "lab4" and "lab 4" are the same words, and so are stale_value and "stale value".
  const words = (text) =>
    (text.toLowerCase().match(/[a-z]+|\d+/g) ?? []).map((w) => w.replace(/^0+\B/, ""));
  const errorsIn = (word) => (word.length > 7 ? 2 : word.length > 3 ? 1 : 0);

  const makeIndex = () =>
    lunr(function () {
      this.tokenizer = (text) => words(`${text}`).map((w) => new lunr.Token(w, {}));
      this.field("heading", { boost: 8 });
      this.field("page", { boost: 2 });
      this.field("text");
      searchIndex.forEach(([, page, heading, text], id) =>
        this.add({ id, heading: heading || page, page: heading ? page : "", text }),
      );
    });

  // Rows that have the words side by side come first, above all pages and headings that do;
  // then those that have all of the words.
  function find(index, asked) {
    const rank = new Map();
    for (const word of asked)
      for (const { ref, score } of index.search(
        `${word}^100 ${word}*^20 ${word}~${errorsIn(word)}`,
      ))
        rank.set(ref, (rank.get(ref) ?? 0) + kWord + score);
    const has = (text) => ` ${words(text).join(" ")} `.includes(` ${asked.join(" ")} `);
    for (const ref of asked.length > 1 ? rank.keys() : []) {
      const [, page, heading, text] = searchIndex[ref];
      const place = has(heading || page) ? (heading ? 2 : 3) : has(text) ? 1 : 0;
      rank.set(ref, rank.get(ref) + place * asked.length * kWord);
    }
    const found = [...rank.keys()].sort((a, b) => rank.get(b) - rank.get(a));
    return found.map((ref) => searchIndex[ref]);
  }

  // Whole words around the first that was asked for.
  function excerpt(text, asked) {
    const around = new RegExp(`(\\S+ ){0,4}\\b(${asked.join("|")}).{0,60}(?!\\S)`, "i");
    const [shown] = text.match(around) ?? text.match(/^.{0,90}(?!\S)/);
    const [before, after] = [text.startsWith(shown), text.endsWith(shown)];
    return `${before ? "" : "... "}${shown}${after ? "" : " ..."}`;
  }

  const make = (tag, properties) =>
    Object.assign(document.createElement(tag), properties);

  function entry([href, page, heading, text], asked) {
    const item = make("li");
    const textContent = heading ? `${heading} (${page})` : page;
    item.append(make("a", { href, textContent }));
    item.append(make("div", { textContent: excerpt(text, asked) }));
    return item;
  }

  const [field, box, status, list] = ["field", "results", "status", "list"].map((name) =>
    document.getElementById(`search-${name}`),
  );
  let index;

  function update() {
    if (!window.searchIndex) return; // It is on its way, and comes here when it is read.
    index ??= makeIndex();
    const asked = words(field.value);
    const found = find(index, asked);
    const many = `${found.length} places, the first ${kResultsMax}:`;
    box.hidden = field.value.trim() === "";
    status.textContent = found.length > kResultsMax ? many : "";
    if (!found.length) status.textContent = "Nothing found.";
    list.replaceChildren(...found.slice(0, kResultsMax).map((row) => entry(row, asked)));
  }

  // Down and up go through the links, Escape goes back to the field and closes.
  function onKey(event) {
    const stops = [field, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) stops[at + step]?.focus();
    else if (event.key === "Enter" && at === 0) stops[1]?.click();
    else if (event.key === "Escape") {
      field.value = "";
      field.focus();
      update();
    } else return;
    event.preventDefault();
  }

  const load = () =>
    document.head.append(make("script", { src: "search_index.js", onload: update }));
  field.addEventListener("focus", load, { once: true });
  field.addEventListener("input", update);
  field.parentElement.addEventListener("keydown", onKey);
  list.addEventListener("click", () => (box.hidden = true));
})();
