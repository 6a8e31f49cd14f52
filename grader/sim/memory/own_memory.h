/// \file
/// What code under test may not write: the memory of the program that runs it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/memory/module.h"

namespace gridlock::sim {

/// The writable segments of this program and of the libraries it is made of, without
/// those of the module that was loaded at `module`.
std::vector<Range> own_segments(const Range& module);

/// From now on, code of a module may write none of these while no execution runs: in the
/// constructors and destructors of its global objects.
void guard_own_segments(std::vector<Range> segments);

/// A write while no execution runs.  Ends the process with a message, before it happens,
/// if it is to a guarded segment.
void check_unattended_write(std::uintptr_t address, std::size_t size);

/// What code under test must not do while no execution runs.
enum class Unattended { write, printf_count };

/// Ends the process because of it.
[[noreturn]] void refuse_unattended(Unattended what);

}  // namespace gridlock::sim
