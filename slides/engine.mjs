// Marp's engine: code between fences gets shiki's colours, as listings do.  GRIDLOCK_NPM
// names the folder with shiki.

import { escapeHtml, loadHighlighter } from "./highlight.mjs";

const highlight = await loadHighlighter(process.env.GRIDLOCK_NPM);

export default ({ marp }) => {
  marp.highlighter = (code, lang) =>
    ["cuda", "cpp"].includes(lang)
      ? highlight(code.replace(/\n$/, ""), lang).join("\n")
      : escapeHtml(code);
  return marp;
};
