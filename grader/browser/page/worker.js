// Compiles and grades beside the page, which ends this worker when it hangs.
import "./unpack.js";
import { commands } from "@yowasp/clang";
import { Grader } from "./grader.js";

const progress = (text) => postMessage({ progress: text });

const made = (async () => {
  progress("fetching the grader and the compiler ...");
  const [module, files] = await Promise.all([
    WebAssembly.compileStreaming(fetch(new URL("gridlock.wasm", import.meta.url))),
    fetch(new URL("files.json", import.meta.url)).then((response) => response.json()),
  ]);
  const fail = (error) => postMessage({ failed: `${error}` });
  return Grader.make({ module, files, clang: commands, progress, fail });
})();

onmessage = async ({ data: { lab, name, source, part } }) => {
  try {
    const grader = await made;
    const result = await grader.check(lab, name, source, part);
    postMessage({ result });
  } catch (error) {
    postMessage({ failed: `${error}` });
  }
};
