/// Polls, and what ends them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sim/execution/places.h"
#include "sim/execution/turns.h"

namespace gridlock::sim {

class Polls {
 public:
  Polls(Execution& run, LatestAccess& latest, Turns& turns, const Places& places)
      : run_(run), latest_(latest), turns_(turns), places_(places) {}

  /// After this many plain reads in a row, further ones may be polls.
  static constexpr unsigned kPlainRunBeforePoll = 256;

  void begin() { spinners_.clear(); }
  /// A read that may be a poll: lets others run, and sleeps if only another thread's
  /// write can change what it reads.  Returns whether others may have run in the
  /// meantime.
  bool poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
            const std::byte* frame);
  /// Like `poll`, for a plain read: it counts as a poll only after many plain reads in a
  /// row, or where the thread has slept before.
  bool plain_poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                  const std::byte* frame) {
    Thread& thread = *run_.current();
    thread.spin.also_reads(address);
    return (++thread.plain_run > kPlainRunBeforePoll ||
            thread.spin.has_slept_at(pc, address)) &&
           long_run_poll(address, size, pc, frame);
  }
  /// A read is about to load this word from memory.
  void look(Thread& thread, std::uintptr_t address, std::uint32_t size) {
    if (address == thread.spin.address() || thread.looks.address() != 0)
      look_at(thread, address, peek(address, size));
  }
  /// A strong access sees this value; a compare-and-swap also compares it.
  void look(Thread& thread, const StrongAccess& access, std::uint64_t value);
  /// The running thread is about to compare the value of its last poll.
  /// \param from the address that the value was loaded from; 0: unknown
  void compares(std::uintptr_t from, const Comparison& comparison);
  /// Records a store: it may be part of the thread's own polling loop, and may end polls
  /// of other threads.
  void note_store(Thread& thread, std::uintptr_t address, std::uint32_t size);
  /// Counts a store to any word.
  void note_change(const Thread& thread) {
    if (thread.block) thread.block->barriers_since_write = 0;
    ++run_.changes;
  }
  bool has_spinners() const { return !spinners_.empty(); }
  /// These bytes change: ends the polls of other threads that read them.
  void wake_watchers(std::uintptr_t address, std::size_t size);
  /// The thread does something other than its poll: reports a wait that it has given up.
  void stops_polling(Thread& thread) {
    if (thread.spin.waits_in_vain()) run_.reporter.bounded_wait(thread);
  }

 private:
  bool long_run_poll(std::uintptr_t address, std::uint32_t size, std::uint64_t pc,
                     const std::byte* frame);
  void look_at(Thread& thread, std::uintptr_t address, std::uint64_t value);

  Execution& run_;
  LatestAccess& latest_;
  Turns& turns_;
  const Places& places_;
  std::vector<Thread*> spinners_;  ///< Threads that repeat a poll, asleep or not.
};

}  // namespace gridlock::sim
