/// The machine that code under test calls: C functions have no parameter for a machine.
#pragma once

#include <cstdint>

#include "sim/execution/machine.h"

namespace gridlock::sim {

/// The machine of this process; null unless a module is being loaded or run.
extern Machine* machine;

/// Turns a return address into the module offset of the call before it.
inline std::uint64_t pc_of(const void* return_address) {
  return reinterpret_cast<std::uintptr_t>(return_address) - 1 - machine->code_base();
}

/// Whether the running code is a kernel's.
inline bool in_device_code() {
  return machine && machine->current() && machine->current()->block;
}

}  // namespace gridlock::sim
