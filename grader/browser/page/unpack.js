// Large files lie packed beside the page, since not every server compresses what it sends.
// This comes before what fetches them.
const direct = globalThis.fetch;
globalThis.fetch = async (url, options) => {
  const response = await direct(`${url}.packed`, options);
  if (!response.ok) throw new Error(`${url}: ${response.status} ${response.statusText}`);
  const type = `${url}`.endsWith(".wasm")
    ? "application/wasm"
    : "application/octet-stream";
  return new Response(response.body.pipeThrough(new DecompressionStream("gzip")), {
    headers: { "content-type": type },
  });
};
