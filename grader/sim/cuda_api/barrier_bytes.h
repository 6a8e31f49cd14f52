/// The bytes of bulk copies that a phase of an mbarrier waits for, besides arrivals; see
/// device/bulk_copy.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gridlock::sim {

/// The running thread's instruction.
struct BytesCaller {
  std::uint64_t pc;
  const std::byte* frame;  ///< The lowest address of the caller's own frame.
};

/// The current phase expects so many bytes more.  Returns the state of the mbarrier
/// before that.
std::uint64_t expect_bytes(void* barrier, std::uint64_t bytes, const BytesCaller& caller);

/// The running thread, which has just read the mbarrier, waits for its phase: if nothing
/// else is missing, the copies end whose bytes it expects.  Returns whether the phase
/// ended.
bool bytes_come(const void* barrier, const BytesCaller& caller);

/// A phase has ended.  Copies that are still in flight belonged to it, too, but their
/// bytes were not expected.
void ends_without_bytes(const void* barrier);

/// The running thread has seen that the phase is over.  If the mbarrier expects no bytes
/// now, the same holds for copies that began after the phase had ended.
void passes_by_bytes(const void* barrier);

/// The running thread has seen that the phase is over: what it does next is ordered
/// behind the copies that have ended.
void take_over_bytes(const void* barrier);

/// Nothing is expected at the mbarrier, which begins anew.
void forget_bytes(const void* barrier);

}  // namespace gridlock::sim
