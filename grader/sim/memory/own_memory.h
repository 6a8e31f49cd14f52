/// Memory that code under test may not write: that of the program that runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sim/memory/module.h"

namespace gridlock::sim {

/// The writable segments of this program and of its libraries, except those of the module
/// that was loaded at `module`.
/// \param maps the system's list of this process's memory.  Where it may not be read, as
///   by another user under Landlock, the loader is asked, which does not know of mapped
///   files.
std::vector<Range> own_segments(const Range& module,
                                const std::string& maps = "/proc/self/maps");

/// This program's own stack.  Code under test runs on others, but for what runs as it is
/// loaded.
Range own_stack();

/// This program's own global variables.
Range own_variables();

/// Where the objects lie that this program's own code allocates with new.
Range own_heap();

/// Memory there that is not given back: zeros, which cost nothing until they are touched.
void* own_pages(std::size_t bytes);

/// From now on, code of a module may write none of these segments while no execution
/// runs, that is, in constructors and destructors of its global objects.
void guard_own_segments(std::vector<Range> segments);

/// Checks a write while no execution runs.  If it is to a guarded segment, ends the
/// process with a message before the write happens.
void check_unattended_write(std::uintptr_t address, std::size_t size);

/// Whether code under test may call what is at this address: anything but the functions
/// of this program that it does not offer.
bool may_be_called(std::uintptr_t function);

/// Actions that code under test must not take while no execution runs.
enum class Unattended { write, printf_count };

/// Ends the process because of it.
[[noreturn]] void refuse_unattended(Unattended what);

}  // namespace gridlock::sim
