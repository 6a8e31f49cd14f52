// What the theme lacks for keyboards and screen readers.
for (const caption of document.querySelectorAll("[role=heading]"))
  caption.ariaLevel = "2";

// A box that scrolls sideways can be reached by keyboard, and fades where more follows.
for (const box of document.querySelectorAll("pre, .table-wrapper")) {
  const look = () => {
    const rest = box.scrollWidth - box.clientWidth;
    if (rest > 0) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
    box.classList.toggle("more", box.scrollLeft < rest - 1);
  };
  look();
  box.addEventListener("scroll", look);
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
