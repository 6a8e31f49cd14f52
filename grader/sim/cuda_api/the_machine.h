/// The machine that code under test calls: C functions have no parameter for it.
#pragma once

#include <cstdint>

#include "sim/execution/machine.h"

namespace gridlock::sim {

/// The machine of this process; set while a module is loaded and run.
extern Machine* machine;

/// Turns a return address into an offset in the module, of the call itself.
inline std::uint64_t pc_of(const void* return_address) {
  return reinterpret_cast<std::uintptr_t>(return_address) - 1 - machine->code_base();
}

/// Whether the caller is code of a kernel.
inline bool in_device_code() {
  return machine && machine->current() && machine->current()->block;
}

}  // namespace gridlock::sim
