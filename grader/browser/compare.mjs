// compare.mjs BROWSER FOLDER: checks files, or runs programs, in the page's grader, in
// Node, and compares the results with the command's.  BROWSER is where build.sh has
// built; FOLDER is as for click.mjs.
import fs from "node:fs";
import path from "node:path";
import { grading } from "./node.mjs";
import { same } from "./same.mjs";

const [built, folder] = process.argv.slice(2);
const { files, make } = await grading(built);
const caches = {};
const seconds = () => process.cpuUsage().user / 1e6 + process.cpuUsage().system / 1e6;
let failed = 0;
for (const file of fs.readdirSync(folder).filter((name) => name.endsWith(".cu"))) {
  const name = path.basename(file, ".cu");
  const begun = seconds();
  const source = fs.readFileSync(path.join(folder, file), "utf8");
  const native = JSON.parse(fs.readFileSync(path.join(folder, `${name}.json`), "utf8"));
  const lab = native.labs?.[0].lab ?? "";
  const grader = await make(caches[lab]);
  const [submission] = lab ? Object.keys(files.labs[lab].handed_out) : [file];
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
