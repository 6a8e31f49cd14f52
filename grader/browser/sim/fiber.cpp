// Fibers by JavaScript Promise Integration: page/fibers.js keeps the stacks.
#include "sim/device/fiber.h"

#include <cstdlib>

#include "sim/memory/pages.h"

#define FROM_PAGE(name) __attribute__((import_module("page"), import_name(#name))) extern

extern "C" {
/// Suspends the running stack under the number `left`, and goes on with the one kept
/// under `next`, or begins the fiber `fresh` if that is 0.  Returns 0 when it goes on
/// itself, and 1 if it is to end.
FROM_PAGE(fiber_switch) int page_fiber_switch(int left, int next, void* fresh);
FROM_PAGE(fiber_drop) void page_fiber_drop(int number);
FROM_PAGE(fiber_drop_all) void page_fiber_drop_all();
void gridlock_swap_exceptions(void** state, int* count);
__attribute__((export_name("fiber_run"))) void fiber_run(void* fiber) {
  static_cast<gridlock::sim::Fiber*>(fiber)->run();
}
}

namespace gridlock::sim {

Fiber* fiber_starting = nullptr;

namespace {

void set_stack_pointer(char* pointer) {
  __asm__ volatile("local.get %0\n\tglobal.set __stack_pointer" ::"r"(pointer));
}

}  // namespace

Stack StackPool::take() {
  if (free_.empty()) {
    auto* const low = static_cast<std::byte*>(reserve_memory(stack_bytes_));
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

void Fiber::run() {
  set_stack_pointer(reinterpret_cast<char*>(stack_.low + stack_.size));
  entry_(argument_);
  __builtin_trap();
}

[[gnu::noinline]] void Fiber::switch_between(Fiber& from, Fiber& to) {
  static int number = 0;
  from.waiting_ = ++number;
  from.stack_pointer_ = gridlock_stack_pointer();
  from.site_ = gridlock_site;
  gridlock_swap_exceptions(&from.handled_, &from.on_the_way_);
  gridlock_swap_exceptions(&to.handled_, &to.on_the_way_);
  const int next = to.waiting_;
  to.waiting_ = 0;
  // A stack that is to end has no more destructors to run: it traps.
  if (page_fiber_switch(from.waiting_, next, &to) != 0) __builtin_trap();
  set_stack_pointer(from.stack_pointer_);
  gridlock_site = from.site_;
}

void Fiber::abandon_all() { page_fiber_drop_all(); }

}  // namespace gridlock::sim
