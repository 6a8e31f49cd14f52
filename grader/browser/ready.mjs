// ready.mjs BROWSER LAB OUT: writes what a check of the handed out file has compiled, as JSON
// with the bytes in base64, so that the page need not compile the lab's own code.
import fs from "node:fs";
import { commands } from "@yowasp/clang";
import { compile } from "./compile.js";
import { Grader } from "./grader.js";

const [built, lab, out] = process.argv.slice(2);
const files = JSON.parse(fs.readFileSync(`${built}/files.json`, "utf8"));
const grader = await Grader.make({
  module: await WebAssembly.compile(fs.readFileSync(`${built}/wasm/gridlock.wasm`)),
  files,
  compile: compile(commands),
  progress: () => {},
  fail: (error) => {
    throw error;
  },
});
const [[name, source]] = Object.entries(files.labs[lab].handed_out);
const { cache } = await grader.check({ lab, name, source });
fs.writeFileSync(
  out,
  JSON.stringify(cache, (_, each) =>
    each instanceof Uint8Array ? Buffer.from(each).toString("base64") : each,
  ),
);
process.exit(0);
