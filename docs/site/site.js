// What the theme's scripts have to be told, and what they leave out for the keyboard.
if (typeof DoxygenAwesomeDarkModeToggle !== "undefined")
  DoxygenAwesomeDarkModeToggle.init();
if (typeof DoxygenAwesomeFragmentCopyButton !== "undefined") {
  DoxygenAwesomeFragmentCopyButton.init();
}
if (typeof DoxygenAwesomeParagraphLink !== "undefined")
  DoxygenAwesomeParagraphLink.init();

// The theme's buttons are no buttons to a keyboard or a screen reader.
function makeButton(button) {
  button.tabIndex = 0;
  button.setAttribute("role", "button");
  button.setAttribute("aria-label", button.title);
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    button.click();
  });
}

new MutationObserver((changes) => {
  for (const change of changes)
    for (const node of change.addedNodes)
      if (
        /^DOXYGEN-AWESOME-.*(TOGGLE|BUTTON)$/.test(node.nodeName) &&
        !node.hasAttribute("role")
      )
        makeButton(node);
}).observe(document.documentElement, { childList: true, subtree: true });
