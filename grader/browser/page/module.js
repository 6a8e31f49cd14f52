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
  #module;
  #needs;
  #copies = []; // The module for each device, the first also for the host.

  constructor(exports) {
    this.#exports = exports;
  }

  /** The function's place in the table; `copy` knows the places of its functions by their names. */
  #place(copy, name, code) {
    if (!copy.places.has(name)) {
      const table = this.#exports.__indirect_function_table;
      copy.places.set(name, table.grow(1));
      table.set(copy.places.get(name), code);
    }
    return copy.places.get(name);
  }

  /** @returns { begin, bytes } of the module's data */
  load(file) {
    this.#module = new WebAssembly.Module(file);
    this.#needs = needs(this.#module);
    this.#copies = [];
    const { begin, exports } = this.copy();
    exports.__wasm_call_ctors?.();
    return { begin, bytes: this.#needs.bytes };
  }

  /** Links the module for one device more. */
  copy() {
    const own = this.#exports;
    const { bytes, alignment, functions } = this.#needs;
    const begin = own.gridlock_take_memory(bytes, Math.max(alignment, 16)) >>> 0;
    const table = own.__indirect_function_table;
    const first = functions ? table.grow(functions) : table.length;
    const constant = (value) => new WebAssembly.Global({ value: "i32" }, value);
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
    for (const { module: from, name, kind } of WebAssembly.Module.imports(this.#module)) {
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
    const { exports } = new WebAssembly.Instance(this.#module, imports);
    const copy = { exports, begin, first, places: new Map() };
    this.#copies.push(copy);
    for (const [slot, { from, name }] of addresses)
      slot.value =
        from === "GOT.mem" ? this.#address(copy, name) : this.#function(copy, name);
    exports.__wasm_apply_data_relocs?.();
    return copy;
  }

  /** The grader's own types of exceptions, and its variables, come before the module's copies. */
  #address(copy, name) {
    const own = this.#exports[name];
    if (own instanceof WebAssembly.Global) return own.value;
    const its = copy.exports[name];
    return its instanceof WebAssembly.Global ? its.value + copy.begin : 0;
  }
  #function(copy, name) {
    const code = copy.exports[name] ?? this.#exports[name];
    return code ? this.#place(copy, name, code) : 0;
  }

  /** The address of a variable that the module exports, or a function's place in the table. */
  symbol(name) {
    const [copy] = this.#copies;
    const its = copy.exports[name];
    if (its instanceof WebAssembly.Global) return its.value + copy.begin;
    return its ? this.#place(copy, name, its) : 0;
  }

  /** The place in the copy whose data begin there of a function of the first: all copies get their
   * places in the same order. */
  function_in(begin, place) {
    const copy = this.#copies.find((each) => each.begin === begin);
    return place - this.#copies[0].first + copy.first;
  }
}
