// The search: lunr (lunrjs.com) over search_index.js, which book.py writes.  It needs no
// server, finds the stem and the beginning of a word, and forgives typing errors.
(() => {
  const kResultsMax = 12;

  // "Lab 04", "lab4" and "lab 4" are the same words, and so are stale_value and "stale value".
  const words = (text) =>
    (text.toLowerCase().match(/[a-z]+|\d+/g) ?? []).map((w) => w.replace(/^0+\B/, ""));

  // The words that say what is asked for: not "how", "my" or "see".
  const telling = (all) => all.filter((w) => w !== "see" && lunr.stopWordFilter(w));

  // Telling words that stand side by side are a word of their own: data_race.
  const pairs = (all) =>
    all.flatMap((word, i) => {
      const pair = telling(all.slice(i, i + 2));
      return pair.length === 2 ? [pair.join("_")] : [];
    });

  const index = lunr(function () {
    this.tokenizer = (text) => {
      const all = words(`${text}`);
      return [...all, ...pairs(all)].map((word) => new lunr.Token(word, {}));
    };
    this.field("heading", { boost: 3 });
    this.field("page");
    this.field("text");
    for (const [id, [href, heading, page, text]] of searchIndex.entries()) {
      // Mistakes, classes, papers and headings of every lab count less, a page's beginning more.
      const alike = searchIndex.filter((other) => other[1] === heading).length > 5;
      const boost = alike || /^(bank|biblio|headers)/.test(href) ? 0.3 : page ? 1 : 1.3;
      this.add({ id, heading, page, text }, { boost });
    }
  });

  // A word itself counts most, then what begins with it, then what is written nearly so.
  function find(asked) {
    const some = telling(asked).length ? telling(asked) : asked;
    const each = some.map((w) => `${w}^20 ${w}*^2 ${w}~${Math.min(w.length >> 2, 2)}^1`);
    return index.search([...each, ...pairs(asked).map((pair) => `${pair}^60`)].join(" "));
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
    const rows = found.slice(0, kResultsMax).map(({ ref }) => searchIndex[ref]);
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
