/// Recognizes a thread that waits by polling.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/invariant.h"

namespace gridlock::sim {

/// The state of a thread's polls.
///
/// A poll is a strong read, or a read-modify-write that changed nothing.  Suppose that a
/// thread comes back to the same poll and reads the same value, and that its live stack
/// and the few words that it wrote in between have the same contents as before.  Then it
/// will repeat this forever unless another thread writes to one of the words that it read
/// or wrote: it can sleep until then.  A bounded poll or a back-off changes a counter on
/// the stack, so it is never taken for an endless one.
///
/// A store alone is no progress: a polling loop may keep a copy of what it reads.  But a
/// working thread may also read one word repeatedly between its stores.  So a poll with
/// stores counts only after kStoringRounds rounds, and not at all if it writes many
/// words.
class SpinWatch {
 public:
  /// Records a poll.  Returns true if the thread's state has repeated.
  /// \param bytes how many bytes of the word are read
  /// \param stack_low the lowest live address of the polling code's own frames
  bool poll(std::uint64_t pc, std::uintptr_t address, std::uint64_t value,
            std::uint32_t bytes, const std::byte* stack_low, const std::byte* stack_high);
  /// Records a read that is not a poll but may be part of one.
  void also_reads(std::uintptr_t address) {
    if (is_polling() && count_ <= kWordsMax) add_read(address);
  }
  /// Whether this poll is not the watched one, while the watched poll has never repeated
  /// but may still come again in this round.  This is usual for a thread that reads much.
  bool may_pass_by(std::uint64_t pc, std::uintptr_t address) const {
    return pc_ != 0 && equal_polls_ == 0 && (pc != pc_ || address != address_) &&
           polls_since_ + 1 < kPollsPerRound;
  }
  /// Records a poll for which may_pass_by() is true.
  void passes_by() {
    INVARIANT("A poll passes by while another one is watched.", is_polling());
    ++polls_since_;
    INVARIANT("A round has a limited number of polls.", polls_since_ < kPollsPerRound);
  }
  /// Records a store that may be part of a polling loop.  Its words belong to the state
  /// that must repeat.
  void also_writes(std::uintptr_t address, std::size_t size);
  /// Whether a poll is watched.
  bool is_polling() const { return pc_ != 0; }
  /// Whether the thread has stored anything since the watched poll.
  bool has_written() const { return written_count_ != 0; }
  /// The thread did something that others can see and that is not a store.
  void progressed() {
    pc_ = 0;
    count_ = 0;
    equal_polls_ = 0;
    written_count_ = 0;
    storing_rounds_ = 0;
  }

  /// A new thread begins in the slot.  Forgets the state of the earlier thread.
  void begins() {
    progressed();
    slept_pc_ = 0;
  }

  /// Whether this instruction made the last poll with a repeated state, on this word.
  /// Then a plain read of the word by this instruction counts as a poll at once, without
  /// many reads before it.
  bool has_slept_at(std::uint64_t pc, std::uintptr_t address) const {
    return pc == slept_pc_ && address == slept_address_;
  }

  /// Whether the thread has polled in vain so often that it must be waiting, and has not
  /// read another value since.  Polls with stores in between, or with reads of ever new
  /// words, do not count: they may be work.
  bool waits_in_vain() const {
    return equal_polls_ >= kPatience && other_polls_ == 0 && written_count_ == 0 &&
           count_ <= kWordsMax;
  }

  /// This many vain polls, each in a different state of the thread, count as waiting.
  static constexpr unsigned kPatience = 64;
  /// Up to this many polls with stores between them count as work.
  static constexpr unsigned kStoringRounds = 32;

  /// From now on, any write may end the wait.
  void watches_everything() { count_ = kWordsMax + 1; }
  /// Whether a write at [address, address + size) may end the wait.
  bool watches(std::uintptr_t address, std::size_t size) const;
  /// How often in a row the watched poll has read the same value again.
  unsigned equal_polls() const { return equal_polls_; }
  std::uint64_t pc() const { return pc_; }
  std::uintptr_t address() const { return address_; }
  std::uint64_t value() const { return value_; }
  std::uint32_t bytes() const { return bytes_; }  ///< The size of the poll's read.
  /// How many other polls (of other words, or by other instructions) were in the last
  /// round.
  unsigned other_polls() const { return other_polls_; }

 private:
  void add_read(std::uintptr_t address);
  std::uint64_t hash_state(const std::byte* stack_low, const std::byte* stack_high) const;

  // A loop with more polls per round, or one that writes more words, is not recognized,
  // and ends at the step limit.  If a loop reads more words, any write may end its wait.
  static constexpr unsigned kPollsPerRound = 64;
  static constexpr unsigned kWordsMax = 16;
  static constexpr unsigned kWrittenMax = 8;
  /// Program counter of the poll that is watched for a repetition; 0: none.
  std::uint64_t pc_ = 0;
  std::uintptr_t address_ = 0;
  std::uint64_t value_ = 0;
  std::uint32_t bytes_ = 4;
  std::uint64_t state_hash_ = 0;
  std::uint64_t slept_pc_ = 0;
  std::uintptr_t slept_address_ = 0;
  unsigned polls_since_ = 0;
  unsigned other_polls_ = 0;
  unsigned equal_polls_ = 0;
  /// How many words were read since that poll; with more than kWordsMax, any write may
  /// end it.
  unsigned count_ = 0;
  std::uintptr_t words_[kWordsMax] = {};
  unsigned written_count_ = 0;
  unsigned storing_rounds_ = 0;
  std::uintptr_t written_[kWrittenMax] = {};  ///< Words of 8 bytes each.
};

}  // namespace gridlock::sim
