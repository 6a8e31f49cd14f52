/// In place of the native fibers: each has a stack of the browser's (JavaScript Promise
/// Integration), and a stack in linear memory for variables that have an address.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/invariant.h"

namespace gridlock::sim {

/// The stack of a CUDA thread, in bytes; all of it takes linear memory.
constexpr std::size_t kThreadStackBytes = 64 * 1024;

struct Stack {
  std::byte* low = nullptr;
  std::size_t size = 0;
};

class StackPool {
 public:
  explicit StackPool(std::size_t stack_bytes) : stack_bytes_(stack_bytes) {}
  StackPool(const StackPool&) = delete;
  StackPool& operator=(const StackPool&) = delete;
  Stack take();
  void give_back(Stack stack) { free_.push_back(stack); }
  bool is_guard(std::uintptr_t) const { return false; }

 private:
  std::size_t stack_bytes_;
  std::vector<Stack> free_;
};

class Fiber {
 public:
  void start(Stack stack, void (*entry)(void*), void* argument);
  static void switch_between(Fiber& from, Fiber& to);
  static void finish(Fiber& from, Fiber& to);
  const Stack& stack() const { return stack_; }
  const void* frame() const { return nullptr; }  // Frames have no addresses here.

  /// Ends all fibers that wait: their execution is over.
  static void abandon_all();
  /// Calls the entry.  Returns the number of the stack that goes on when this fiber ends.
  int run();

 private:
  Stack stack_;
  void (*entry_)(void*) = nullptr;
  void* argument_ = nullptr;
  int waiting_ = 0;  ///< The number under which the page keeps its stack; 0: none.
  char* stack_pointer_ = nullptr;
  unsigned site_ = 0;
  void* handled_ = nullptr;
  int on_the_way_ = 0;
};

extern Fiber* fiber_starting;

}  // namespace gridlock::sim
