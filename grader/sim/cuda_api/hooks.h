/// What happens before an access by code under test, or by a library function on its
/// behalf.  The common case, a local variable, costs one comparison.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "sim/cuda_api/call_site.h"
#include "sim/cuda_api/the_machine.h"
#include "sim/execution/usual_access.h"
#include "sim/memory/own_memory.h"

// The return address of the function that uses these macros; the call as a program
// counter; and the lowest address of the caller's frame, which lies above our frame
// pointer and return address.
#define GRIDLOCK_FROM __builtin_return_address(0)
#define GRIDLOCK_CALLED_FROM ::gridlock::sim::pc_of(GRIDLOCK_FROM)
#define GRIDLOCK_FRAME (static_cast<const std::byte*>(__builtin_frame_address(0)) + 16)

namespace gridlock::sim {

/// Ends the execution unless code under test may call the function at this address.
void check_callee(const void* function, std::uint64_t pc);

/// Ends the execution if a write to the running thread's own stack would change where a
/// function returns.
[[gnu::noinline]] inline void check_frames(std::uintptr_t address, std::size_t size,
                                           const void* frame,
                                           bool is_surely_written = true) {
  const auto* const ours = static_cast<void* const*>(frame) - 2;
  if (are_kept_for_return(address, size, ours, is_surely_written))
    machine->report_crash(gridlock::Fault{gridlock::Fault::Kind::foreign_address},
                          pc_of(ours[1]));
}

/// Whether the access needs no further check: it is to the running fiber's own stack, or
/// no thread is running, as in a constructor of a global object.
inline bool is_harmless(std::uintptr_t address, std::size_t size, bool write,
                        const void* frame) {
  const Thread* thread = machine ? machine->current() : nullptr;
  if (!thread) {
    if (write) check_unattended_write(address, size);
    return true;
  }
  const Stack& stack = thread->fiber.stack();
  if (address - address_of(stack.low) >= stack.size) return false;
  // Most writes are within the frame of the function that makes them.
  const auto of_caller = static_cast<const std::uintptr_t*>(frame)[-2];
  if (write && (address < address_of(frame) || of_caller < address + size))
    check_frames(address, size, frame);
  return true;
}

/// Whether the compiler relies on an address that is a multiple of the size.  For 16
/// bytes it relies only on a multiple of 8.
enum class Alignment : bool { none, natural };

inline bool is_misaligned(std::uintptr_t address, std::uint32_t size, Alignment asked) {
  return asked == Alignment::natural && (address & (std::min(size, 8u) - 1)) != 0;
}

/// A plain access to watched memory.
[[gnu::noinline]] inline void plain_to_watched(std::uintptr_t address, std::uint32_t size,
                                               bool write, Alignment alignment,
                                               const void* from, const void* frame) {
  if (machine->usual_access(address, size, write, from)) return;
  const std::uint64_t pc = pc_of(from);
  if (is_misaligned(address, size, alignment))
    machine->accesses.misaligned(address, size, write ? "write" : "read", pc);
  machine->accesses.plain_access(address, size, write, pc,
                                 static_cast<const std::byte*>(frame));
}

[[gnu::always_inline]] inline void plain(void* pointer, std::uint32_t size, bool write,
                                         Alignment alignment, const void* from,
                                         const void* frame) {
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (is_harmless(address, size, write, frame) ||
      machine->passes_over(address, size, write ? from : nullptr))
    return;
  plain_to_watched(address, size, write, alignment, from, frame);
}

/// The access of a library function such as memcpy.
inline void memory_function(const void* pointer, std::size_t size, bool write,
                            const void* from, const void* frame) {
  constexpr std::size_t kWordMost = 16;  // The most bytes that one load reads.
  const auto address = reinterpret_cast<std::uintptr_t>(pointer);
  if (size == 0 || is_harmless(address, size, write, frame)) return;
  if (!write && size <= kWordMost) {  // It may be a poll.
    machine->accesses.plain_access(address, static_cast<std::uint32_t>(size), false,
                                   pc_of(from), static_cast<const std::byte*>(frame));
    return;
  }
  machine->accesses.range_access(*machine->current(), address, size, write,
                                 write ? "write" : "read", pc_of(from));
}

}  // namespace gridlock::sim
