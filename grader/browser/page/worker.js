// Grades in a thread beside the page's own.  The page ends this worker if grading hangs.
import { Grader } from "./grader.js";

onmessage = async ({ data: { kept, cache, request } }) => {
  let stage = "run";
  const progress = (text) => postMessage({ progress: text, stage });
  const fail = (error) => postMessage({ error: `${error}` });
  const compile = async (asked) => {
    stage = "compile";
    progress("");
    const worker = new Worker(new URL("compiler.js", import.meta.url), {
      type: "module",
    });
    const made = await new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data);
      worker.onerror = ({ message }) => reject(Error(message));
      worker.postMessage({ kept, asked });
    });
    worker.terminate();
    stage = "run";
    progress("");
    return made;
  };
  try {
    const [module, files] = [kept["gridlock.wasm"], kept["files.json"]];
    const grader = await Grader.make({ module, files, cache, compile, progress, fail });
    postMessage({ result: await grader.check(request) });
  } catch (error) {
    fail(error);
  }
};
