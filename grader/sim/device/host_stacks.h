/// The stacks of host code: those of the program, of host functions in streams, and of
/// threads that the program starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/invariant.h"
#include "sim/device/fiber.h"

namespace gridlock::sim {

class HostStacks {
 public:
  HostStacks();
  const Stack& program() const { return program_; }
  /// A stack for a stream that calls its first host function in this execution.
  Stack take();
  /// A stack for a host thread, as large as the program's own.
  Stack take_for_thread();
  void give_back(Stack stack) {
    INVARIANT("No more stacks of threads come back than were taken.",
              free_for_threads_.size() < for_threads_.size());
    INVARIANT("A thread gives back a stack of a thread.",
              stack.low && stack.size == program_.size);
    free_for_threads_.push_back(stack);
  }
  /// Begins a new execution, in which all stacks are free.
  void reset() {
    used_ = 0;
    free_for_threads_ = for_threads_;
  }
  bool is_guard(std::uintptr_t address) const;
  /// Whether the address is on a stack that has been in use.
  bool holds(std::uintptr_t address) const;

 private:
  Stack program_;
  StackPool pool_;
  std::vector<Stack> taken_;
  std::size_t used_ = 0;
  std::vector<Stack> for_threads_;
  std::vector<Stack> free_for_threads_;
};

}  // namespace gridlock::sim
