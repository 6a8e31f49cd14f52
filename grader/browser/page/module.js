// Links a compiled submission to the running grader, as a dynamic linker does: its data and
// its functions get places in the grader's memory and table.

/** What the section "dylink.0" asks for. */
function needs(module) {
  const bytes = new Uint8Array(WebAssembly.Module.customSections(module, "dylink.0")[0]);
  let at = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++];
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
  };
  while (at < bytes.length) {
    const kind = bytes[at++];
    const end = number() + at;
    if (kind === 1)
      return { bytes: number(), alignment: 2 ** number(), functions: number() };
    at = end;
  }
  return { bytes: 0, alignment: 1, functions: 0 };
}

export class Linker {
  #exports;
  #places = new Map(); // name of a function -> its place in the table
  loaded = null;

  constructor(exports) {
    this.#exports = exports;
  }

  #place(name, code) {
    if (!this.#places.has(name)) {
      const table = this.#exports.__indirect_function_table;
      this.#places.set(name, table.grow(1));
      table.set(this.#places.get(name), code);
    }
    return this.#places.get(name);
  }

  /** @returns { begin, bytes } of the module's data */
  load(file) {
    const own = this.#exports;
    this.#places.clear(); // Another module's functions may have the same names.
    const module = new WebAssembly.Module(file);
    const { bytes, alignment, functions } = needs(module);
    const begin = own.gridlock_take_memory(bytes, Math.max(alignment, 16));
    const table = own.__indirect_function_table;
    const first = functions ? table.grow(functions) : table.length;
    const constant = (value) =>
      new WebAssembly.Global({ value: "i32", mutable: false }, value);
    const env = {
      memory: own.memory,
      __indirect_function_table: table,
      __stack_pointer: own.__stack_pointer,
      __cpp_exception: own.__cpp_exception,
      __memory_base: constant(begin),
      __table_base: constant(first),
    };
    const addresses = new Map();
    const imports = { env, "GOT.mem": {}, "GOT.func": {} };
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      if (from !== "env") {
        const slot = new WebAssembly.Global({ value: "i32", mutable: true }, 0);
        imports[from][name] = slot;
        addresses.set(slot, { from, name });
      } else if (kind === "function" && !(name in env)) {
        const wrapped = name.startsWith("__wrap_") ? name.slice(7) : name;
        env[name] =
          own[name] ??
          own[wrapped] ??
          (() => {
            throw new WebAssembly.RuntimeError(`the page has no ${name}`);
          });
      }
    }
    const instance = new WebAssembly.Instance(module, imports);
    this.loaded = { exports: instance.exports, begin };
    for (const [slot, { from, name }] of addresses)
      slot.value = from === "GOT.mem" ? this.#address(name) : this.#function(name);
    instance.exports.__wasm_apply_data_relocs?.();
    instance.exports.__wasm_call_ctors?.();
    return { begin, bytes };
  }

  /** The grader's own types of exceptions, and its variables, come before the module's copies. */
  #address(name) {
    const own = this.#exports[name];
    if (own instanceof WebAssembly.Global) return own.value;
    const its = this.loaded.exports[name];
    return its instanceof WebAssembly.Global ? its.value + this.loaded.begin : 0;
  }
  #function(name) {
    const code = this.loaded.exports[name] ?? this.#exports[name];
    return code ? this.#place(name, code) : 0;
  }

  /** The address of a variable that the module exports, or a function's place in the table. */
  symbol(name) {
    const its = this.loaded.exports[name];
    if (its instanceof WebAssembly.Global) return its.value + this.loaded.begin;
    return its ? this.#place(name, its) : 0;
  }
}
