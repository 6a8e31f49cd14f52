// Compares what the page and the command say of a file.

const told = ({ kind, message, accesses } = {}) =>
  kind && [kind, message, accesses?.map(({ file, line, op }) => [file, line, op])];
/** For each check: points, verdict, and the first finding's words and lines, under the check's part
 * and title.  For a program: verdict, first finding, and what it printed, under "run". */
const judged = ({ labs, verdict, findings, stdout }) =>
  new Map(
    labs
      ? labs[0].checks.map((check) => [
          `${check.part} ${check.name}`,
          JSON.stringify([check.points, check.verdict, told(check.finding)]),
        ])
      : [["run", JSON.stringify([verdict, told(findings[0]), stdout])]],
  );

/** The check that needs size_t to have 64 bits: the page does not have it. */
const NOT_HERE =
  "1c many elements, many blocks: no product of the two is cut off at 32 bits";

/** Compares records, and prints what differs.  @returns whether they agree */
export function same(name, native, here) {
  const expected = judged(native);
  expected.delete(NOT_HERE);
  const found = here ? judged(here) : new Map();
  let differ = 0;
  for (const check of new Set([...expected.keys(), ...found.keys()])) {
    if (expected.get(check) === found.get(check)) continue;
    differ++;
    console.error(`${name}, ${check}:`);
    console.error(`  command ${expected.get(check)}\n  page    ${found.get(check)}`);
  }
  console.log(
    `${name}: ${expected.size - differ} of ${expected.size} checks as natively`,
  );
  return differ === 0 && expected.size > 0;
}
