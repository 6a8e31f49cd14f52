/// \file
/// The stacks of host code: the program's, and those of host functions in streams.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/device/fiber.h"

namespace gridlock::sim {

class HostStacks {
 public:
  HostStacks();
  const Stack& program() const { return program_; }
  /// A stack for a stream that calls its first host function in this execution.
  Stack take();
  /// Begins a new execution: all stacks are available again.
  void reset() { used_ = 0; }
  bool is_guard(std::uintptr_t address) const;

 private:
  Stack program_;
  StackPool pool_;
  std::vector<Stack> taken_;
  std::size_t used_ = 0;
};

}  // namespace gridlock::sim
