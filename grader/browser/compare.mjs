// compare.mjs BROWSER FOLDER: checks files, or runs programs, in the page's grader, in
// Node, and compares the results with the command's.  BROWSER is where build.sh has
// built; FOLDER is as for click.mjs.
import fs from "node:fs";
import path from "node:path";
import { commands } from "@yowasp/clang";
import { compile } from "./compile.js";
import { Grader } from "./grader.js";
import { same } from "./same.mjs";

const [built, folder] = process.argv.slice(2);
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
const caches = {};
const seconds = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
let failed = 0;
for (const file of fs.readdirSync(folder).filter((name) => name.endsWith(".cu"))) {
  const name = path.basename(file, ".cu");
  const begun = seconds();
  const source = fs.readFileSync(path.join(folder, file), "utf8");
  const native = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), "utf8"));
  const lab = native.labs?.[0].lab ?? "";
  const grader = await Grader.make({ ...given, cache: caches[lab] });
  const [submission] = lab ? Object.keys(given.files.labs[lab].handed_out) : [file];
  const { record, report, cache } = await grader.check({ lab, name: submission, source });
  caches[lab] = cache;
  if (!same(name, native, record ? JSON.parse(record) : null)) {
    failed = 1;
    console.error(report);
  }
  if (grader.bytes > 1e9) failed = 1;
  const took = (seconds() - begun).toFixed(1);
  console.log(`${name}: ${took} s of processor time, ${(grader.bytes / 1e6) | 0} MB`);
}
process.exit(failed);
