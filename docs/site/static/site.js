// What the theme lacks for keyboards and screen readers.
document.addEventListener("DOMContentLoaded", () => {
  const article = document.querySelector("article");
  article.id = article.id || "text";
  const skip = document.createElement("a");
  Object.assign(skip, {
    className: "skip",
    href: `#${article.id}`,
    textContent: "Skip to the text",
  });
  document.body.prepend(skip);
  for (const caption of document.querySelectorAll("[role=heading]"))
    caption.ariaLevel = "2";
  for (const box of document.querySelectorAll("pre, .table-wrapper, p.picture"))
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
});
