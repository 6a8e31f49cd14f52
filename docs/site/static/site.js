// What the theme lacks for keyboards and screen readers.
for (const caption of document.querySelectorAll("[role=heading]"))
  caption.ariaLevel = "2";
for (const box of document.querySelectorAll("pre, .table-wrapper, p.picture"))
  if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
