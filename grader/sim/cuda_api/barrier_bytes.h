/// Counts the bytes of bulk copies.  A phase of an mbarrier waits for these bytes, too,
/// not only for arrivals; see device/bulk_copy.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gridlock::sim {

/// The place of the running thread's instruction.
struct BytesCaller {
  std::uint64_t pc;
  const std::byte* frame;  ///< The lowest address of the caller's own frame.
};

/// Makes the current phase expect that many more bytes.  Returns the mbarrier's state
/// before this change.
std::uint64_t expect_bytes(void* barrier, std::uint64_t bytes, const BytesCaller& caller);

/// Called when the running thread has read the mbarrier and waits for its phase.  If only
/// bytes are missing, completes the copies whose bytes the phase expects.  Returns
/// whether that ended the phase.
bool bytes_come(const void* barrier, const BytesCaller& caller);

/// Notes that a phase has ended although copies of it are still in flight, because the
/// phase did not expect their bytes.
void ends_without_bytes(const void* barrier);

/// Notes that the running thread has seen the end of the phase.  If the mbarrier expects
/// no bytes now, the phase did not wait for its copies that are still in flight.
void passes_by_bytes(const void* barrier);

/// Notes that the running thread has seen the end of the phase, which orders the
/// completed copies before its next steps.
void take_over_bytes(const void* barrier);

/// Forgets the expected bytes of an mbarrier that is initialized again.
void forget_bytes(const void* barrier);

}  // namespace gridlock::sim
