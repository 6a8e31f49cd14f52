// One run of clang++ or wasm-ld.  The page then ends this worker, which frees its memory
// at once.  The page keeps the compiled modules, so nothing is compiled twice.

let kept;
// What the page has fetched stands in for what the compiler fetches.
globalThis.fetch = async (url) => {
  const name = `${url}`.split("/").pop();
  return new Response(name.endsWith(".tar") ? kept[name] : "", { headers: { name } });
};
WebAssembly.compileStreaming = async (answer) => kept[(await answer).headers.get("name")];

onmessage = async ({ data }) => {
  kept = data.kept;
  const [{ commands }, { compile }] = await Promise.all([
    import("@yowasp/clang"),
    import("./compile.js"),
  ]);
  postMessage(await compile(commands)(data.asked));
};
