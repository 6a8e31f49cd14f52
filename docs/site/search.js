// The search: every word that was typed must begin a word of a section.  Pages and headings
// come before text.  The index is search_index.js, which search.py writes.
(() => {
  const kResultsMax = 12;

  const escaped = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const beginning = (word) => new RegExp("(^|[^a-z0-9])" + escaped(word), "i");

  // How well a row answers; 0 if a word is missing.
  function score([, page, heading, text], patterns) {
    let sum = 0;
    for (const pattern of patterns) {
      const weight = pattern.test(heading)
        ? 8
        : pattern.test(page)
          ? heading
            ? 2
            : text
              ? 9
              : 3
          : pattern.test(text)
            ? 1
            : 0;
      if (weight === 0) return 0;
      sum += weight;
    }
    return sum;
  }

  function find(query) {
    const words = query
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word);
    if (words.length === 0) return [];
    const patterns = words.map(beginning);
    return window.searchIndex
      .map((row, order) => ({ row, order, value: score(row, patterns) }))
      .filter((found) => found.value > 0)
      .sort((a, b) => b.value - a.value || a.order - b.order)
      .map((found) => ({ row: found.row, excerpt: excerpt(found.row[3], patterns[0]) }));
  }

  function excerpt(text, pattern) {
    const at = Math.max(0, text.search(pattern) - 30);
    return (
      (at > 0 ? "..." : "") +
      text.slice(at, at + 90) +
      (text.length > at + 90 ? "..." : "")
    );
  }

  function entry({ row: [address, page, heading], excerpt }) {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    link.href = address;
    link.textContent = heading ? `${heading} (${page})` : page;
    const words = item.appendChild(document.createElement("div"));
    words.textContent = excerpt;
    return item;
  }

  // Below the field, and wider than the tree, which would cut it off.
  function place(box, field) {
    const { left, bottom } = field.getBoundingClientRect();
    box.style.top = `${bottom + 6}px`;
    box.style.left = `${Math.max(8, Math.min(left, window.innerWidth - 460))}px`;
  }

  function show(field, list, status) {
    const found = find(field.value);
    place(list.parentElement, field);
    list.replaceChildren(...found.slice(0, kResultsMax).map(entry));
    const typed = field.value.trim() !== "";
    list.parentElement.hidden = !typed;
    status.textContent = !typed
      ? ""
      : found.length === 0
        ? "Nothing found."
        : found.length > kResultsMax
          ? `${found.length} places, the first ${kResultsMax}:`
          : found.length === 1
            ? "1 place:"
            : `${found.length} places:`;
  }

  // Down and up go through the links, Escape goes back to the field and closes.
  function onKey(event, field, list, update) {
    const links = [...list.querySelectorAll("a")];
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape") {
      field.value = "";
      update();
      field.focus();
    } else if (event.key === "ArrowDown" && links.length > 0) {
      links[Math.min(at + 1, links.length - 1)].focus();
    } else if (event.key === "ArrowUp" && at >= 0) {
      (at === 0 ? field : links[at - 1]).focus();
    } else if (event.key === "Enter" && at < 0 && links.length > 0) {
      links[0].click();
    } else {
      return;
    }
    event.preventDefault();
  }

  document.addEventListener("DOMContentLoaded", () => {
    const field = document.getElementById("MSearchField");
    const list = document.getElementById("search-list");
    const status = document.getElementById("search-status");
    const update = () => show(field, list, status);
    document.body.append(list.parentElement);
    field.addEventListener("input", update);
    for (const part of [field, list])
      part.addEventListener("keydown", (event) => {
        if ((part === field && event.key === "Enter") || event.key !== "Enter")
          onKey(event, field, list, update);
      });
    list.addEventListener("click", () => {
      list.parentElement.hidden = true;
    });
  });
})();
