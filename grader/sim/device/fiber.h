/// Stacks and switches: every simulated thread, and the host program, is a fiber.
#pragma once

#include <boost/context/detail/fcontext.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>

#include "common/invariant.h"
#endif

namespace gridlock::sim {

/// The stack of a CUDA thread, in bytes; the system provides only the part that is used.
constexpr std::size_t kThreadStackBytes = 256 * 1024;

/// A piece of memory with a guard page below it.
struct Stack {
  std::byte* low = nullptr;
  std::size_t size = 0;
};

/// Stacks of one size.  Returned stacks are used again, the last one first.
class StackPool {
 public:
  explicit StackPool(std::size_t stack_bytes) : stack_bytes_(stack_bytes) {}
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;
  /// \throws std::runtime_error if the system gives no more memory
  Stack take() {
    if (free_.empty()) open_another();
    const Stack stack = free_.back();
    INVARIANT("A pool has stacks of one size.", stack.low && stack.size == stack_bytes_);
    free_.pop_back();
    return stack;
  }
  void give_back(Stack stack) {
    INVARIANT("A stack that comes back is of this pool.", stack.size == stack_bytes_);
    INVARIANT("A stack comes back once.", free_.size() < opened_);
    free_.push_back(stack);
  }
  /// Whether the address is in a guard page: then a fiber has overflowed its stack.
  bool is_guard(std::uintptr_t address) const;

 private:
  void open_another();
  std::size_t stack_bytes_;
  std::size_t opened_ = 0;
  std::vector<Stack> free_;
  std::vector<std::byte*> chunks_;
};

/// A point at which an execution continues, and its stack.
class Fiber {
 public:
  /// Prepares the fiber: the first switch to it calls `entry(argument)` on the stack.
  /// `entry` must never return.
  void start(Stack stack, void (*entry)(void*), void* argument) {
    INVARIANT("A fiber that starts has a stack.", stack.low && stack.size > 0);
    stack_ = stack;
#if defined(__SANITIZE_ADDRESS__)
    // The stack's previous fiber may have been abandoned inside a function.
    __asan_unpoison_memory_region(stack.low, stack.size);
#endif
    entry_ = entry;
    argument_ = argument;
    context_ = boost::context::detail::make_fcontext(stack.low + stack.size, stack.size,
                                                     trampoline);
  }
  /// Suspends `from` and resumes `to`.  Returns when something switches back to `from`.
  static void switch_between(Fiber& from, Fiber& to) {
    INVARIANT("A fiber that continues has been started.", to.context_ != nullptr);
    INVARIANT("No fiber continues itself.", &from != &to);
    INVARIANT("A fiber continues on its own stack.", to.has(to.context_));
    INVARIANT("A fiber is left on its own stack.", from.has(__builtin_frame_address(0)));
    leave_for(to);
    from.frame_ = __builtin_frame_address(0);
    const auto arrival = boost::context::detail::jump_fcontext(to.context_, &from);
    arrive_from(*static_cast<Fiber*>(arrival.data));
    static_cast<Fiber*>(arrival.data)->context_ = arrival.fctx;
  }
  /// Goes on with `to`, and never with `from`.
  static void finish(Fiber& from, Fiber& to) { switch_between(from, to); }
  const Stack& stack() const { return stack_; }
  /// The innermost frame of the fiber while it is suspended.
  const void* frame() const { return frame_; }
  /// Ends the fibers that an execution has left suspended.  Nothing to do here, where a
  /// suspended fiber is no more than its stack.
  static void abandon_all() {}

 private:
  /// Whether the address is on this fiber's stack; also true if the stack is not known.
  bool has(const void* address) const {
    const auto* const byte = static_cast<const std::byte*>(address);
    return !stack_.low || (stack_.low <= byte && byte <= stack_.low + stack_.size);
  }
  // The address sanitizer must be told which stack is in use.
#if defined(__SANITIZE_ADDRESS__)
  static void leave_for(const Fiber& to) {
    __sanitizer_start_switch_fiber(nullptr, to.stack_.low, to.stack_.size);
  }
  static void arrive_from(Fiber& from) {
    const void* low = nullptr;
    std::size_t size = 0;
    __sanitizer_finish_switch_fiber(nullptr, &low, &size);
    // The first switch away from the program's own stack tells where that stack is.
    if (!from.stack_.low)
      from.stack_ = {static_cast<std::byte*>(const_cast<void*>(low)), size};
  }
#else
  static void leave_for(const Fiber&) {}
  static void arrive_from(Fiber&) {}
#endif
  static void trampoline(boost::context::detail::transfer_t arrival);
  boost::context::detail::fcontext_t context_ = nullptr;
  void (*entry_)(void*) = nullptr;
  void* argument_ = nullptr;
  const void* frame_ = nullptr;
  Stack stack_;
};

/// The fiber that is switched to for the first time; the trampoline takes its entry from
/// here.
extern Fiber* fiber_starting;

}  // namespace gridlock::sim
