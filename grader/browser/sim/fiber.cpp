// Fibers by JavaScript Promise Integration: page/fibers.js keeps the stacks.
#include "sim/device/fiber.h"

#include <utility>

#define FROM_PAGE(name) __attribute__((import_module("page"), import_name(#name))) extern

extern "C" {
/// Suspends the running stack under the number `left`, and goes on with the one kept
/// under `next`; if `next` is 0, begins the fiber `fresh`.  Returns 0 when the suspended
/// stack goes on, and another value if it is to end.  With `left` 0, the stack waits for
/// a fiber to begin on it, and returns that fiber, or null when all fibers are over.
FROM_PAGE(fiber_switch)
gridlock::sim::Fiber* page_fiber_switch(int left, int next, gridlock::sim::Fiber* fresh);
FROM_PAGE(fiber_drop) void page_fiber_drop(int number);
FROM_PAGE(fiber_drop_all) void page_fiber_drop_all();
void gridlock_swap_exceptions(void** state, int* count);
/// Runs one fiber after the other on the same stack of the browser, each with its own
/// memory: browsers are slow to create a stack, and slower to free it.
__attribute__((export_name("fiber_run"))) void fiber_run(gridlock::sim::Fiber* fiber) {
  while (fiber) {
    char* const end = reinterpret_cast<char*>(fiber->stack().low + fiber->stack().size);
    __asm__ volatile("local.get %0\n\tglobal.set __stack_pointer" ::"r"(end));
    fiber = page_fiber_switch(0, fiber->run(), nullptr);
  }
}
}

namespace gridlock::sim {

Fiber* fiber_starting = nullptr;

namespace {

struct Finished {
  Fiber& next;
};

}  // namespace

/// Memory for a stack, not set to 0 (memory.cpp).
void* reserve_stack(std::size_t bytes);

Stack StackPool::take() {
  if (free_.empty()) {
    auto* const low = static_cast<std::byte*>(reserve_stack(stack_bytes_));
    free_.push_back({low, stack_bytes_});
  }
  const Stack stack = free_.back();
  free_.pop_back();
  return stack;
}

void Fiber::start(Stack stack, void (*entry)(void*), void* argument) {
  if (waiting_ != 0) page_fiber_drop(waiting_);
  *this = {};
  stack_ = stack;
  entry_ = entry;
  argument_ = argument;
}

[[gnu::noinline]] int Fiber::run() {
  Fiber* next = nullptr;
  try {
    entry_(argument_);
  } catch (const Finished& finished) {
    next = &finished.next;
  }
  gridlock_swap_exceptions(&next->handled_, &next->on_the_way_);
  return std::exchange(next->waiting_, 0);
}

void Fiber::finish(Fiber&, Fiber& to) { throw Finished{to}; }

[[gnu::noinline]] void Fiber::switch_between(Fiber& from, Fiber& to) {
  static int number = 0;
  from.waiting_ = ++number;
  from.stack_pointer_ = gridlock_stack_pointer();
  from.site_ = gridlock_site;
  gridlock_swap_exceptions(&from.handled_, &from.on_the_way_);
  gridlock_swap_exceptions(&to.handled_, &to.on_the_way_);
  const int next = std::exchange(to.waiting_, 0);
  // A stack that is to end has no more destructors to run: it traps.
  if (page_fiber_switch(from.waiting_, next, &to)) __builtin_trap();
  __asm__ volatile(
      "local.get %0\n\tglobal.set __stack_pointer" ::"r"(from.stack_pointer_));
  gridlock_site = from.site_;
}

void Fiber::abandon_all() { page_fiber_drop_all(); }

}  // namespace gridlock::sim
