/// Limits on this process from outside, in words that say what to do.
#pragma once

#include <cstdint>
#include <exception>
#include <string>

namespace gridlock {

/// "Here no file may be larger than 8 KiB: ..." if this process may not write files of
/// that many bytes; else "".
std::string tight_file_limit(std::uint64_t bytes);

/// "Here a process may have no more than 8 KiB of addresses: ...", or "of data", if this
/// process may not have that many bytes of memory; else "".
std::string tight_memory_limit(std::uint64_t bytes);

/// An exception's message; for std::bad_alloc, a sentence about memory.
std::string message_of(const std::exception& error);

/// Raises a limit on stacks that is too low for this program and for compilers, and
/// starts the program again with it.  Returns "" if the limit suffices, or, if it cannot
/// be raised, a sentence that says what to do.
std::string raise_stack_limit(char** arguments);

/// The resource that this machine now lacks for any program, memory or open files, as a
/// sentence; "" if it has enough of both.
std::string lack_of_machine();

}  // namespace gridlock
