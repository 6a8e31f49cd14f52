// Colours code when a deck is built, with shiki: a deck needs no script and no network.

import path from "node:path";
import { pathToFileURL } from "node:url";

/** Okabe and Ito's colours, dark enough for AA on each paper that theme.css has. */
const THEME = {
  name: "gridlock",
  type: "light",
  fg: "#1a1a1a",
  bg: "#f5f5f5",
  settings: [
    { settings: { foreground: "#1a1a1a", background: "#f5f5f5" } },
    {
      scope: ["comment", "punctuation.definition.comment"],
      settings: { foreground: "#555555" },
    },
    {
      scope: ["keyword.control", "keyword.operator.new", "storage.modifier"],
      settings: { foreground: "#8a2252" },
    },
    {
      scope: ["storage.type", "keyword.operator.sizeof", "entity.name.type"],
      settings: { foreground: "#00507f" },
    },
    { scope: ["constant", "string"], settings: { foreground: "#005c44" } },
    {
      scope: ["entity.name.function", "support.function"],
      settings: { foreground: "#5b2d8e" },
    },
  ],
};

const QUIET = ["#555555", "#005c44"]; // Comments, strings and numbers.
const CUDA_COLOUR = "#963b00";

/** What CUDA adds to C++. */
const CUDA_WORDS = new RegExp(
  `\\b(${[
    "__(?:global|device|host|shared|constant|managed|grid_constant|launch_bounds)__",
    "__syncthreads(?:_or|_and|_count)?|__syncwarp|__threadfence(?:_block|_system)?",
    "__(?:shfl|ballot|any|all|ldg|popc|ffs|clz|nanosleep|activemask)\\w*",
    "threadIdx|blockIdx|blockDim|gridDim|warpSize",
    "atomic(?:Add|Sub|Exch|Min|Max|Inc|Dec|CAS|And|Or|Xor)(?:_block|_system)?",
    "cuda[A-Z]\\w+",
  ].join("|")})\\b`,
);

/** A token of C++ as HTML; in CUDA, its words stand out. */
function tokenHtml({ content, color }, lang) {
  const pieces =
    lang === "cuda" && !QUIET.includes(color) ? content.split(CUDA_WORDS) : [content];
  return pieces
    .map((piece, i) => {
      const text = escapeHtml(piece);
      if (i % 2 === 1)
        return `<span style="color:${CUDA_COLOUR};font-weight:bold">${text}</span>`;
      return piece.trim() === "" || color === THEME.fg
        ? text
        : `<span style="color:${color}">${text}</span>`;
    })
    .join("");
}

/**
 * Shiki from a folder with its package: a function from code and its language ("cpp", or
 * "cuda", which is C++ and CUDA's words) to one HTML text per line.
 */
export async function loadHighlighter(npm) {
  const load = (file) =>
    import(pathToFileURL(path.join(npm, "node_modules/shiki/dist", file)).href);
  const [{ createHighlighterCore }, { createOnigurumaEngine }, { default: cpp }] =
    await Promise.all([
      load("core.mjs"),
      load("engine-oniguruma.mjs"),
      load("langs/cpp.mjs"),
    ]);
  const shiki = await createHighlighterCore({
    themes: [THEME],
    langs: cpp,
    engine: createOnigurumaEngine(load("wasm.mjs")),
  });
  return (code, lang) =>
    shiki
      .codeToTokensBase(code, { lang: "cpp", theme: "gridlock" })
      .map((tokens) => tokens.map((token) => tokenHtml(token, lang)).join(""));
}

export function escapeHtml(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
