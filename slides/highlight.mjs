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
    { scope: ["cuda"], settings: { foreground: "#963b00", fontStyle: "bold" } },
  ],
};

/** What CUDA adds to C++. */
const CUDA_WORDS = [
  "__(?:global|device|host|shared|constant|managed|grid_constant|launch_bounds)__",
  "__syncthreads(?:_or|_and|_count)?|__syncwarp|__threadfence(?:_block|_system)?",
  "__(?:shfl|ballot|any|all|ldg|popc|ffs|clz|nanosleep|activemask)\\w*",
  "threadIdx|blockIdx|blockDim|gridDim|warpSize",
  "atomic(?:Add|Sub|Exch|Min|Max|Inc|Dec|CAS|And|Or|Xor)(?:_block|_system)?",
  "cuda[A-Z]\\w+",
].join("|");

/** A grammar for CUDA from that of C++. */
export function cudaGrammar(cpp) {
  return {
    ...cpp,
    name: "cuda",
    displayName: "CUDA",
    aliases: ["cu"],
    scopeName: "source.cuda",
    injections: {
      "L:source.cuda -comment -string": {
        patterns: [{ match: `\\b(?:${CUDA_WORDS})\\b`, name: "cuda" }],
      },
    },
  };
}

/**
 * Shiki from a folder with its package: a function from code and its language to one HTML
 * text per line.
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
  const whole = cpp.find(({ name }) => name === "cpp");
  const shiki = await createHighlighterCore({
    themes: [THEME],
    langs: [...cpp, cudaGrammar(whole)],
    engine: createOnigurumaEngine(load("wasm.mjs")),
  });
  return (code, lang) =>
    shiki.codeToTokensBase(code, { lang, theme: "gridlock" }).map((tokens) =>
      tokens
        .map(({ content, color, fontStyle }) => {
          const text = escapeHtml(content);
          const bold = fontStyle > 0 && fontStyle & 2 ? ";font-weight:bold" : "";
          return content.trim() === "" || (color === THEME.fg && !bold)
            ? text
            : `<span style="color:${color}${bold}">${text}</span>`;
        })
        .join(""),
    );
}

export function escapeHtml(text) {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
