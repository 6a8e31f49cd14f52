/// \file
/// Stacks and switches: every simulated thread, and the host program, is a fiber.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gridlock::sim {

/// A piece of memory with a guard page below it.
struct Stack {
  std::byte* low = nullptr;
  std::size_t size = 0;
};

/// Hands out stacks.  Whoever takes one keeps it: a block its threads', for later blocks.
class StackPool {
 public:
  explicit StackPool(std::size_t stack_bytes) : stack_bytes_(stack_bytes) {}
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;
  Stack take();
  /// Whether the address lies in a guard page, i.e. some fiber ran out of stack.
  bool is_guard(std::uintptr_t address) const;

 private:
  void grow();
  std::size_t stack_bytes_;
  std::vector<Stack> free_;
  std::vector<std::byte*> chunks_;
};

/// Where an execution continues.
class Fiber {
 public:
  /// Runs `entry` on the stack at the first switch.  `entry` must never return.
  void start(Stack stack, void (*entry)()) {
    stack_ = stack;
    entry_ = entry;
    context_ = boost::context::detail::make_fcontext(stack.low + stack.size, stack.size,
                                                     trampoline);
  }
  /// Leaves `from` here and continues `to`; returns when something switches to `from`.
  static void switch_between(Fiber& from, Fiber& to) {
    const auto arrival = boost::context::detail::jump_fcontext(to.context_, &from);
    static_cast<Fiber*>(arrival.data)->context_ = arrival.fctx;
  }
  const Stack& stack() const { return stack_; }

 private:
  static void trampoline(boost::context::detail::transfer_t arrival);
  boost::context::detail::fcontext_t context_ = nullptr;
  void (*entry_)() = nullptr;
  Stack stack_;
};

/// The fiber being switched to; the trampoline needs it to find its entry.
extern Fiber* fiber_starting;

}  // namespace gridlock::sim
