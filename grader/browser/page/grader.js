// The grader in a page or in Node: its program, its files, and the compiler beside it.
import {
  Directory,
  File,
  Fd,
  PreopenDirectory,
  WASI,
  wasi as defs,
} from "@bjorn3/browser_wasi_shim";
import { Fibers } from "./fibers.js";
import { Linker } from "./module.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Output that is kept as text. */
class Kept extends Fd {
  text = "";
  fd_write(data) {
    this.text = (this.text + decoder.decode(data)).slice(-65536);
    return { ret: 0, nwritten: data.byteLength };
  }
  fd_fdstat_get() {
    return { ret: 0, fdstat: new defs.Fdstat(defs.FILETYPE_CHARACTER_DEVICE, 0) };
  }
}

/** The functions with unsigned arguments: addresses from 2 GiB on arrive as negative numbers. */
const unsigned = (functions) =>
  Object.fromEntries(
    Object.entries(functions).map(([name, call]) => [
      name,
      (...given) =>
        call(...given.map((each) => (typeof each === "number" ? each >>> 0 : each))),
    ]),
  );

function folder(tree) {
  const entries = Object.entries(tree).map(([name, each]) => {
    if (typeof each === "string") return [name, new File(encoder.encode(each))];
    if (each instanceof Uint8Array) return [name, new File(each)];
    return [name, folder(each)];
  });
  return new Directory(new Map(entries));
}

/** The folder as { name: bytes or such a folder }. */
function tree(directory) {
  return Object.fromEntries(
    [...directory.contents].map(([name, each]) => [
      name,
      each instanceof Directory ? tree(each) : each.data,
    ]),
  );
}

export class Grader {
  #root;
  #program;
  #linker;
  #fibers;
  #printed = new Kept();
  #compile;

  /**
   * @param module of gridlock.wasm
   * @param files the tree of labs and headers that gridlock.wasm reads
   * @param cache what an earlier grader has compiled
   * @param compile as in compile.js, perhaps in another thread
   * @param progress called with a line that says what is being done
   */
  static async make({ module, files, cache = {}, compile, progress, fail }) {
    const grader = new Grader();
    grader.#compile = compile;
    grader.#root = new PreopenDirectory(
      "/",
      folder({
        tree: files,
        out: {},
        run: {},
        cache,
        tmp: {},
        tools: { "clang++": "", ld: "", objcopy: "", "wasm-ld": "" },
        bin: { "clang++": "" },
        proc: { self: { exe: "" } },
      }).contents,
    );
    const streams = [new Kept(), grader.#printed, grader.#printed, grader.#root];
    const wasi = new WASI([], ["LC_ALL=C.UTF-8"], streams, { debug: false });
    const fibers = (grader.#fibers = new Fibers(fail));
    const text = (at, bytes) =>
      decoder.decode(new Uint8Array(grader.#program.memory.buffer, at >>> 0, bytes));
    let told = 0;
    const page = {
      ...fibers.imports,
      progress: (at, bytes) => {
        // A sign of life comes with each schedule: one in a second is enough.
        if (bytes === 0 && performance.now() - told < 1000) return;
        told = performance.now();
        progress(text(at, bytes));
      },
      printed: () => {
        grader.write("run/printed", grader.#printed.text);
        grader.#printed.text = "";
      },
      tool: new WebAssembly.Suspending((at, bytes) =>
        grader.#tool(JSON.parse(text(at, bytes))),
      ),
      load: (at, bytes, begin) => {
        const loaded = grader.#linker.load(grader.read(text(at, bytes).slice(1)));
        const memory = new DataView(grader.#program.memory.buffer);
        memory.setUint32(begin >>> 0, loaded.begin, true);
        return loaded.bytes;
      },
      load_again: () => grader.#linker.copy().begin,
      function_in: (begin, place) => grader.#linker.function_in(begin >>> 0, place),
      symbol: (at, bytes) => grader.#linker.symbol(text(at, bytes)),
    };
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: unsigned(wasi.wasiImport),
      page,
    });
    const own = (grader.#program = instance.exports);
    grader.#linker = new Linker(own);
    wasi.initialize(instance);
    const stack = 1 << 16;
    fibers.attach(own, own.gridlock_take_memory(stack, 16) + stack);
    return grader;
  }

  #entry(path) {
    let entry = this.#root.dir;
    for (const name of path.split("/")) entry = entry?.contents?.get(name);
    return entry;
  }
  read(path) {
    const entry = this.#entry(path);
    if (!(entry instanceof File)) throw new Error(`there is no file ${path}`);
    return entry.data;
  }
  write(path, data) {
    const at = path.lastIndexOf("/");
    this.#entry(path.slice(0, at)).contents.set(
      path.slice(at + 1),
      new File(typeof data === "string" ? encoder.encode(data) : data),
    );
  }

  /** Runs clang++ or wasm-ld; its output goes to /run. */
  async #tool({ argv, folder }) {
    const files = tree(this.#root.dir);
    const made = await this.#compile({ argv, folder, files });
    if (made.file) this.write(made.name, made.file);
    this.write("run/output", made.output);
    this.write("run/errors", made.errors);
    return made.code;
  }

  /**
   * Checks the lab's file, or runs a program of no lab, once for each grader.
   * @param only a part's name, or text of a check's title
   * @param columns of the report
   */
  async check({ lab, name, source, only = "", columns = 80 }) {
    this.write("run/only", lab ? only : name);
    this.write(lab ? `tree/labs/${lab}/${name}` : `tree/${name}`, source);
    const code = await this.#fibers.call("check", Number(lab.slice(0, 2)), columns);
    this.#fibers.end();
    const text = (file) => {
      const entry = this.#entry(`out/${file}`);
      return entry ? decoder.decode(entry.data) : "";
    };
    return {
      code,
      report: text("report.txt"),
      record: text("record.json"),
      story: text("story.json"),
      cache: tree(this.#entry("cache")),
    };
  }

  get bytes() {
    return this.#program.memory.buffer.byteLength;
  }
}
