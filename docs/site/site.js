// What the theme's scripts have to be told, and what they leave out for the keyboard.
if (typeof DoxygenAwesomeDarkModeToggle !== "undefined") DoxygenAwesomeDarkModeToggle.init();
if (typeof DoxygenAwesomeFragmentCopyButton !== "undefined") {
  DoxygenAwesomeFragmentCopyButton.init();
}
if (typeof DoxygenAwesomeParagraphLink !== "undefined") DoxygenAwesomeParagraphLink.init();

window.addEventListener("load", () => {
  for (const name of ["doxygen-awesome-dark-mode-toggle", "doxygen-awesome-fragment-copy-button"]) {
    for (const button of document.querySelectorAll(name)) {
      button.tabIndex = 0;
      button.setAttribute("role", "button");
      button.setAttribute("aria-label", button.title);
      button.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        button.click();
      });
    }
  }
  const search = document.getElementById("MSearchField");
  if (search) search.setAttribute("aria-label", "Search");
});
