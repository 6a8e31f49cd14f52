/// Fast paths for most plain accesses: by host code to unwatched memory, and by kernels
/// and host code if they are ordered after all earlier accesses to their words.  An
/// access that may wait, wake a thread, race or be recorded takes the slow path,
/// Accesses::plain_access.
#pragma once

#include <algorithm>
#include <cstdint>

#include "common/invariant.h"
#include "sim/execution/machine.h"

namespace gridlock::sim {

inline bool Machine::passes_over(std::uintptr_t address, std::uint32_t size,
                                 const void* writer) {
  if (current()->block || !memory.is_unwatched(address, size, address_of(writer)) ||
      !latest.is_settled())
    return false;
  ++counters.accesses;
  return true;
}

/// Whether the access is of whole, aligned words, and nothing watches plain accesses.
[[gnu::always_inline]] inline bool Machine::takes_usual_way(const Thread& thread,
                                                            std::uintptr_t address,
                                                            std::uint32_t size) const {
  return latest.is_settled() && size % 4 == 0 &&
         (address & (std::min(size, 8u) - 1)) == 0 && thread.looks.address() == 0 &&
         !history.recording && !options.switch_at_plain && !read_watch.on();
}

[[gnu::always_inline]] inline bool Machine::usual_access(std::uintptr_t address,
                                                         std::uint32_t size, bool write,
                                                         const void* return_address) {
  Thread& thread = *current();
  if (!takes_usual_way(thread, address, size)) return false;
  ShadowRegion* region = Places::usual(*this, thread, address, size);
  if (!region) return false;
  const std::uint64_t pc =
      reinterpret_cast<std::uintptr_t>(return_address) - 1 - code_base();
  INVARIANT("The code that makes an access lies behind the base of its image.",
            reinterpret_cast<std::uintptr_t>(return_address) > code_base());
  SpinWatch& spin = thread.spin;
  const bool may_poll = !write && thread.plain_run >= Polls::kPlainRunBeforePoll;
  if (write ? spin.is_polling() || polls.has_spinners()
            : spin.has_slept_at(pc, address) || address == spin.address() ||
                  (may_poll && !spin.may_pass_by(pc, address)))
    return false;
  if (!shadow.note_usual(*region, thread, address, size, write,
                         static_cast<std::uint32_t>(pc)))
    return false;
  ++counters.accesses;
  if (write) {
    thread.plain_run = 0;
    polls.note_change(thread);
  } else {
    ++thread.plain_run;
    if (may_poll) spin.passes_by();
  }
  return true;
}

}  // namespace gridlock::sim
