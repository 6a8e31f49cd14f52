// Stacks of WebAssembly, suspended and resumed by JavaScript Promise Integration:
// sim/fiber.cpp asks for it.

export class Fibers {
  #waiting = new Map(); // number -> { resume, fiber }
  #current = {};
  #exports;
  #fail;

  /** @param fail called with an error that nothing in the program can take */
  constructor(fail) {
    this.#fail = fail;
    this.imports = {
      fiber_switch: new WebAssembly.Suspending((left, next, fresh) => {
        const suspended = new Promise((resume) =>
          this.#waiting.set(left, { resume, fiber: this.#current }),
        );
        if (next === 0) queueMicrotask(() => this.#begin(() => this.#run(fresh)));
        else this.#resume(next, 0);
        return suspended;
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

  #begin(start) {
    const fiber = (this.#current = {});
    start().catch((error) => {
      if (!fiber.ends) this.#trapped(error);
    });
  }

  #resume(number, ends) {
    const { resume, fiber } = this.#waiting.get(number);
    this.#waiting.delete(number);
    if (ends) fiber.ends = true;
    else this.#current = fiber;
    resume(ends);
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
