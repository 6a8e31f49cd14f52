// Runs clang++ or wasm-ld, where the grader asks for it (trusted/tools.cpp).

const encoder = new TextEncoder();
/** The joined pieces.  Clang writes so many that joining them in a Blob takes seconds. */
function joined(pieces) {
  const all = new Uint8Array(pieces.reduce((bytes, { length }) => bytes + length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}

/** Returns a function that runs a command line with these files in memory.  It answers with the
 * exit code, the output and the file that the command has made.
 * @param commands of @yowasp/clang */
export const compile =
  (commands) =>
  async ({ argv, folder, files }) => {
    const output = [];
    const errors = [];
    const words = [...argv.slice(1)];
    const at = words.indexOf("-o");
    const inside = (name) => (name.startsWith("/") ? name : `${folder}/${name}`);
    const find = (path, tree) =>
      path.split("/").reduce((each, name) => (name ? each?.[name] : each), tree);
    const name = at < 0 ? null : inside(words[at + 1]);
    // clang writes text in many small pieces, and a file in memory is copied for each of them.
    const is_text = words.includes("-S");
    if (is_text) words[at + 1] = "-";
    if (argv[0] === "clang++") words.push(`-working-directory=${folder}`);
    else
      words.forEach((word, i) => {
        if (i === at + 1 || find(inside(word), files) instanceof Uint8Array)
          words[i] = inside(word);
      });
    let code = 0;
    let made = {};
    try {
      made = await commands[argv[0]](words, files, {
        stdout: (bytes) => bytes && output.push(bytes.slice()),
        stderr: (bytes) => bytes && errors.push(bytes.slice()),
        fetchProgress: () => {},
        decodeASCII: false,
      });
    } catch (error) {
      // The tool has ended with a failure, or has crashed.
      code = error.code ?? 70;
      if (!error.files) errors.push(encoder.encode(`${error}\n`));
    }
    const text = joined(output);
    return {
      code,
      output: is_text ? new Uint8Array() : text,
      errors: joined(errors),
      name: name?.slice(1),
      file: code || !name ? null : is_text ? text : find(name, made),
    };
  };
