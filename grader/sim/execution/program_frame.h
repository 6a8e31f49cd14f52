/// The owner of the code at an address, and where the program called a library.
#pragma once

#include <cstdint>

#include "sim/memory/module.h"

namespace gridlock::sim {

/// The owner of a function: the program, our glue, or the C++ library, of which templates
/// are compiled into the program.
enum class Owner { program, glue, standard };

/// Decides by the name of the function around the address, which dladdr() does not know
/// if it is local to the module.  A function without a name is the program's.
Owner owner_of_code(const Module& module, std::uintptr_t address);

/// The program counter, in the module, of the innermost call that the program's own code
/// has made and that has not returned; 0 if there is none.  Needs no frame pointers, so
/// it sees through libraries that have none, and may be called by a handler of a signal.
std::uint64_t pc_of_innermost_call(const Module& module);

}  // namespace gridlock::sim
