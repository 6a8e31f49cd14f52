// The page's grader in Node.
import fs from "node:fs";
import { commands } from "@yowasp/clang";
import { compile } from "./compile.js";
import { Grader } from "./grader.js";

/** @returns the files that the grader reads, and what makes a grader
 * @param built where build.sh has built */
export async function grading(built) {
  const given = {
    module: await WebAssembly.compile(fs.readFileSync(`${built}/wasm/gridlock.wasm`)),
    files: JSON.parse(fs.readFileSync(`${built}/files.json`, "utf8")),
    compile: compile(commands),
    progress: () => {},
    fail: (error) => {
      console.error(error);
      process.exit(1);
    },
  };
  return { files: given.files, make: (cache) => Grader.make({ ...given, cache }) };
}
