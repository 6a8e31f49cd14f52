// ready.mjs BROWSER LAB OUT: writes what a check of the handed out file has compiled, as JSON
// with the bytes in base64, so that the page need not compile the lab's own code.
import fs from "node:fs";
import { grading } from "./node.mjs";

const [built, lab, out] = process.argv.slice(2);
const { files, make } = await grading(built);
const [[name, source]] = Object.entries(files.labs[lab].handed_out);
const { cache } = await (await make()).check({ lab, name, source });
const text = (each) => Buffer.from(each).toString("base64");
const as_text = (_, each) => (each instanceof Uint8Array ? text(each) : each);
fs.writeFileSync(out, JSON.stringify(cache, as_text));
process.exit(0);
