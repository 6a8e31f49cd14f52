// For keyboards and screen readers: levels of headings, boxes that scroll sideways.
for (const caption of document.querySelectorAll("[role=heading]"))
  caption.ariaLevel = "2";
for (const box of document.querySelectorAll("pre, .table-wrapper")) {
  const look = () => (box.tabIndex = box.scrollWidth > box.clientWidth ? 0 : -1);
  new ResizeObserver(look).observe(box);
}

// An option or a command's name does not break after its hyphens.
for (const word of document.querySelectorAll("code .pre"))
  if (/^[^-]{0,20}-.{0,20}$/.test(word.textContent)) word.style.whiteSpace = "nowrap";

// On a phone, a line of a report that is too long goes on below its own text.
const margin = /^( *)((?:(?:\d+[a-z]?|\d+\/\d+|[A-Z]+|=>|[$#|]) +)*)/;
const narrow = matchMedia("(max-width: 600px)").matches;
for (const box of document.querySelectorAll("pre.report, .highlight-console pre")) {
  if (!narrow) break;
  const rows = box.innerHTML.split("\n").map((innerHTML) => {
    const row = Object.assign(document.createElement("span"), { innerHTML });
    const [, blank, marks] = row.textContent.match(margin);
    row.className = "row";
    row.style = `--blank: ${blank.length}ch; --marks: ${marks.length}ch`;
    row.append("\n");
    return row;
  });
  box.replaceChildren(...rows);
}

// A long name breaks between its words.
const ends = /(?<=[_:/.(])(?=\w{3})|(?<=[a-z])(?=[A-Z])/;
for (const { firstChild } of document.querySelectorAll("article :is(.pre, h2, h3, td p)"))
  if (/\S{20}/.test(firstChild?.data))
    firstChild.replaceWith(
      ...firstChild.data.split(ends).flatMap((s) => [s, document.createElement("wbr")]),
    );

// The search is loaded when its field is first used.
function load() {
  for (const src of ["_static/lunr.min.js", "search_index.js", "_static/search.js"]) {
    const script = document.head.appendChild(document.createElement("script"));
    Object.assign(script, { async: false, src });
  }
}
document.getElementById("search-field").addEventListener("focus", load, { once: true });

// The page that is shown is in view in the sidebar.
const sidebar = document.querySelector(".sidebar-scroll");
const here = sidebar?.querySelector(".current-page");
if (here) sidebar.scrollTop = here.offsetTop - sidebar.clientHeight / 2;

// The bank's table shows a lab at a time, or what has a verdict or a word.
const filters = document.getElementById("filters");
if (filters) {
  const rows = [...document.querySelectorAll("#filters ~ * tbody tr")];
  const cell = (row, column) => row.cells[column].textContent;
  const choice = (column, name, every) => {
    const words = rows.flatMap((row) => cell(row, column).split(", "));
    const select = document.createElement("select");
    select.ariaLabel = name;
    select.append(new Option(every, ""));
    for (const word of [...new Set(words)].sort())
      select.append(new Option(`${name} ${word}`, word));
    return select;
  };
  const lab = choice(0, "lab", "every lab");
  const verdict = choice(2, "verdict", "every verdict");
  const word = document.createElement("input");
  const count = document.createElement("output");
  Object.assign(word, { type: "search", placeholder: "a word", ariaLabel: "A word" });
  filters.append(lab, verdict, word, count);
  const show = () => {
    for (const row of rows)
      row.hidden = !(
        cell(row, 0).includes(lab.value) &&
        cell(row, 2).includes(verdict.value) &&
        row.textContent.toLowerCase().includes(word.value.toLowerCase())
      );
    count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  };
  lab.selectedIndex = 1;
  filters.addEventListener("input", show);
  show();
}
