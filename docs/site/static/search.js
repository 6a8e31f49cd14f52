// The search: lunr (lunrjs.com) over search_index.js, which book.py writes.  It needs no
// server, finds the stem and the beginning of a word, and forgives typing errors.
(() => {
  const kResultsMax = 12;
  const kExcerpt = 90;

  // "Lab 04", "lab4" and "lab 4" are the same words, and so are stale_value and "stale value".
  const words = (text) =>
    (text.toLowerCase().match(/[a-z]+|\d+/g) || []).map((w) =>
      w.replace(/^0+(?=\d)/, ""),
    );
  const errorsIn = (word) => (word.length > 7 ? 2 : word.length > 3 ? 1 : 0);

  function makeIndex(rows) {
    return lunr(function () {
      this.tokenizer = (text) =>
        words(String(text ?? "")).map((w) => new lunr.Token(w, {}));
      this.field("heading", { boost: 8 });
      this.field("page", { boost: 2 });
      this.field("text");
      rows.forEach(([, page, heading, text], id) =>
        this.add({ id, heading: heading || page, page: heading ? page : "", text }),
      );
    });
  }

  // Rows that have the words side by side come first, above all pages and headings that do;
  // then those that have all of the words.
  function find(index, rows, typed) {
    const asked = words(typed);
    const count = new Map();
    const score = new Map();
    for (const word of asked) {
      const found = index.query((query) => {
        query.term(word, { boost: 100 });
        const as = { usePipeline: false };
        query.term(word, { ...as, boost: 20, wildcard: lunr.Query.wildcard.TRAILING });
        if (errorsIn(word)) query.term(word, { ...as, editDistance: errorsIn(word) });
      });
      for (const { ref, score: value } of found) {
        count.set(ref, (count.get(ref) ?? 0) + 1);
        score.set(ref, (score.get(ref) ?? 0) + value);
      }
    }
    const has = (text) => ` ${words(text).join(" ")} `.includes(` ${asked.join(" ")} `);
    for (const ref of asked.length > 1 ? score.keys() : []) {
      const [, page, heading, text] = rows[ref];
      if (has(heading || page)) count.set(ref, asked.length + (heading ? 2 : 3));
      else if (has(text)) count.set(ref, asked.length + 1);
    }
    return [...score.keys()]
      .sort((a, b) => count.get(b) - count.get(a) || score.get(b) - score.get(a))
      .map((ref) => ({ row: rows[ref], excerpt: excerpt(rows[ref][3], asked) }));
  }

  // Whole words around the first that was asked for.
  function excerpt(text, asked) {
    const hit = text.search(new RegExp(`\\b(${asked.join("|")})`, "i"));
    const from = hit < 30 ? 0 : text.indexOf(" ", hit - 30) + 1;
    const to =
      text.length <= from + kExcerpt
        ? text.length
        : text.lastIndexOf(" ", from + kExcerpt);
    return (from ? "... " : "") + text.slice(from, to) + (to < text.length ? " ..." : "");
  }

  function entry({ row: [address, page, heading], excerpt }) {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = address;
    link.textContent = heading ? `${heading} (${page})` : page;
    item.appendChild(document.createElement("div")).textContent = excerpt;
    return item;
  }

  const load = () =>
    new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.src = `${DOCUMENTATION_OPTIONS.URL_ROOT}search_index.js`;
      Object.assign(script, { onload: resolve, onerror: reject });
      document.head.append(script);
    });

  document.addEventListener("DOMContentLoaded", () => {
    const [field, box, status, list] = ["field", "results", "status", "list"].map(
      (name) => document.getElementById(`search-${name}`),
    );
    if (!field) return;
    document.body.append(box); // The sidebar would cut it off.
    let index;
    const update = async () => {
      index ??= load().then(() => makeIndex(window.searchIndex));
      const ready = await index;
      const found = find(ready, window.searchIndex, field.value);
      box.hidden = field.value.trim() === "";
      const { left, bottom } = field.getBoundingClientRect();
      box.style.top = `${bottom + 6}px`;
      box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - 460))}px`;
      list.replaceChildren(...found.slice(0, kResultsMax).map(entry));
      status.textContent =
        found.length === 0
          ? "Nothing found."
          : found.length > kResultsMax
            ? `${found.length} places, the first ${kResultsMax}:`
            : "";
    };
    // Down and up go through the links, Escape goes back to the field and closes.
    const onKey = (event) => {
      const links = [...list.querySelectorAll("a")];
      const at = links.indexOf(document.activeElement);
      if (event.key === "Escape") {
        field.value = "";
        box.hidden = true;
        field.focus();
      } else if (event.key === "ArrowDown")
        links[Math.min(at + 1, links.length - 1)]?.focus();
      else if (event.key === "ArrowUp") (links[at - 1] ?? field).focus();
      else if (event.key === "Enter" && at < 0) links[0]?.click();
      else return;
      event.preventDefault();
    };
    field.addEventListener("input", update);
    for (const part of [field, list])
      part.addEventListener("keydown", (event) => {
        if (part === field || event.key !== "Enter") onKey(event);
      });
    list.addEventListener("click", () => (box.hidden = true));
  });
})();
