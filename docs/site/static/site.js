// For keyboards and screen readers: levels of headings, boxes that scroll sideways.
for (const caption of document.querySelectorAll("[role=heading]"))
  caption.ariaLevel = "2";
for (const box of document.querySelectorAll("pre, .table-wrapper")) {
  const look = () => (box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1);
  new ResizeObserver(look).observe(box);
}

// The search is loaded when its field is first used.
function load() {
  for (const src of ["_static/lunr.min.js", "search_index.js", "_static/search.js"]) {
    const script = document.head.appendChild(document.createElement("script"));
    Object.assign(script, { async: false, src });
  }
}
document.getElementById("search-field").addEventListener("focus", load, { once: true });
