// Stacks of WebAssembly, suspended and resumed by JavaScript Promise Integration:
// sim/fiber.cpp asks for it.

export class Fibers {
  #waiting = new Map(); // number -> fiber
  #free = []; // The same, of stacks whose fiber has ended.
  #current = {};
  #exports;
  #fail;

  /** @param fail called with an error that the program cannot handle */
  constructor(fail) {
    this.#fail = fail;
    this.imports = {
      fiber_switch: new WebAssembly.Suspending((left, next, fresh) => {
        // There are millions of switches, and each object made here becomes garbage.
        const { promise, resolve } = Promise.withResolvers();
        const one = this.#current;
        one.resume = resolve;
        if (left === 0) this.#free.push(one);
        else this.#waiting.set(left, one);
        if (next !== 0) this.#resume(next, 0);
        else if (this.#free.length !== 0) this.#go_on(this.#free.pop(), fresh);
        else queueMicrotask(() => this.#begin(fresh));
        return promise;
      }),
      fiber_drop: (number) => this.#drop(number),
      fiber_drop_all: () => [...this.#waiting.keys()].forEach((each) => this.#drop(each)),
    };
  }

  #run;
  #fault;

  /** @param exports of the program that imports this; @param stack the end of a stack for faults */
  attach(exports, stack) {
    this.#exports = exports;
    this.#run = WebAssembly.promising(exports.fiber_run);
    const fault = WebAssembly.promising(exports.fault);
    this.#fault = (overflow) => {
      exports.__stack_pointer.value = stack;
      return fault(overflow);
    };
  }

  /** Calls an export on a stack that may be suspended. */
  call(name, ...given) {
    const fiber = (this.#current = {});
    const done = WebAssembly.promising(this.#exports[name])(...given);
    return done.catch((error) => {
      if (fiber.ends) throw new Error("the program has dropped its own stack");
      throw error;
    });
  }

  /** Ends all stacks: the program will not be called again. */
  end() {
    this.imports.fiber_drop_all();
    for (const { resume } of this.#free) resume(0);
  }

  #begin(fresh) {
    const fiber = (this.#current = {});
    this.#run(fresh).catch((error) => {
      if (!fiber.ends) this.#trapped(error);
    });
  }

  #go_on(fiber, answer) {
    this.#current = fiber;
    fiber.resume(answer);
  }

  #resume(number, ends) {
    const one = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (!ends) return this.#go_on(one, 0);
    one.ends = true;
    one.resume(1);
  }

  /** A stack that nobody will resume has to end, or its memory stays in use. */
  #drop(number) {
    if (this.#waiting.has(number)) this.#resume(number, 1);
  }

  /** The code under test has trapped: the program reports it on another stack. */
  #trapped(error) {
    const fiber = (this.#current = {});
    this.#fault(error instanceof RangeError ? 1 : 0).catch((further) => {
      if (!fiber.ends) this.#fail(error);
    });
  }
}
