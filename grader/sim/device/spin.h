/// Recognizes a thread that waits by polling.
#pragma once

#include <cstddef>
#include <cstdint>

#include "common/invariant.h"

namespace gridlock::sim {

/// The state of a thread's polls.
///
/// A poll is a strong read, or a read-modify-write that changed nothing.  Suppose that a
/// thread comes back to the same poll and reads the same value, that its live stack is
/// the same byte for byte, and so are the few words that it wrote on the way.  Then it
/// will repeat this forever unless another thread writes to one of the words it read or
/// wrote: it can sleep until then.  A bounded poll or a back-off changes a counter on the
/// stack, so it is never taken for an endless one.
///
/// A store by itself is no progress: a poll may keep a copy of what it reads.  But a
/// thread at work may also read one word again and again between its stores.  So a poll
/// with stores counts only after kStoringRounds rounds, and not at all if it writes many
/// words.
class SpinWatch {
 public:
  /// Notes a poll.  Returns true if the thread's state has repeated.
  /// `stack_low` is the lowest live address of the polling code's own frames.
  /// \param bytes how many of the word are read
  bool poll(std::uint64_t pc, std::uintptr_t address, std::uint64_t value,
            std::uint32_t bytes, const std::byte* stack_low, const std::byte* stack_high);
  /// Notes a read that is not a poll but may be part of one.
  void also_reads(std::uintptr_t address) {
    if (collects_reads()) add_read(address);
  }
  /// Whether a poll may repeat, so that the words read until then must be remembered.
  bool collects_reads() const { return is_polling() && count_ <= kWordsMax; }
  /// Whether a poll comes between two of the watched one, and neither has repeated: the
  /// usual one of a thread that reads much.
  bool may_pass_by(std::uint64_t pc, std::uintptr_t address) const {
    return pc_ != 0 && equal_polls_ == 0 && (pc != pc_ || address != address_) &&
           polls_since_ + 1 < kPollsPerRound;
  }
  /// Notes a poll that may pass by.
  void passes_by() {
    INVARIANT("A poll passes by while another one is watched.", is_polling());
    ++polls_since_;
    INVARIANT("A round of polls has an end.", polls_since_ < kPollsPerRound);
  }
  /// Notes a store that may be part of a poll; the next poll looks at the value stored.
  void also_writes(std::uintptr_t address, std::size_t size);
  /// Whether there is a poll that may come again.
  bool is_polling() const { return pc_ != 0; }
  /// Whether there was such a store since the poll that is being watched.
  bool has_written() const { return written_count_ != 0; }
  /// The thread did something visible to others that is more than a store.
  void progressed() {
    pc_ = 0;
    count_ = 0;
    equal_polls_ = 0;
    written_count_ = 0;
    storing_rounds_ = 0;
  }

  /// A new thread begins: drops the state of the slot's earlier thread.
  void begins() {
    progressed();
    slept_pc_ = 0;
  }

  /// Whether the last poll with a repeated state was of this word at this place.  A plain
  /// read there waits again, without having to prove it by many reads.
  bool has_slept_at(std::uint64_t pc, std::uintptr_t address) const {
    return pc == slept_pc_ && address == slept_address_;
  }

  /// Whether the thread polled in vain so often that it must be waiting, and has not seen
  /// another value since.  Polls with stores between them do not count, because they may
  /// be work.
  bool waits_in_vain() const {
    return equal_polls_ >= kPatience && other_polls_ == 0 && written_count_ == 0;
  }

  /// This many polls in vain, each in a different state of the thread, count as a wait.
  static constexpr unsigned kPatience = 64;
  /// Up to this many polls with stores between them count as work.
  static constexpr unsigned kStoringRounds = 32;

  /// From now on, any write may end the wait.
  void watches_everything() { count_ = kWordsMax + 1; }
  /// Whether a write at [address, address + size) may end the wait.
  bool watches(std::uintptr_t address, std::size_t size) const;
  /// Consecutive polls that read the same value as the previous poll at that place.
  unsigned equal_polls() const { return equal_polls_; }
  std::uint64_t pc() const { return pc_; }
  std::uintptr_t address() const { return address_; }
  std::uint64_t value() const { return value_; }
  std::uint32_t bytes() const {
    return bytes_;
  }  ///< The size of the word, as it is read.
  /// The number of other polls (of other words or at other places) in the last round.
  unsigned other_polls() const { return other_polls_; }

 private:
  void add_read(std::uintptr_t address);
  std::uint64_t hash_state(const std::byte* stack_low, const std::byte* stack_high) const;

  // A loop that polls more places than this before it comes round is not recognized, and
  // ends at the step limit instead.
  static constexpr unsigned kPollsPerRound = 64;
  static constexpr unsigned kWordsMax = 16;
  static constexpr unsigned kWrittenMax = 8;
  std::uint64_t pc_ = 0;  ///< The poll that is being watched for a repetition.
  std::uintptr_t address_ = 0;
  std::uint64_t value_ = 0;
  std::uint32_t bytes_ = 4;
  std::uint64_t state_hash_ = 0;
  std::uint64_t slept_pc_ = 0;
  std::uintptr_t slept_address_ = 0;
  unsigned polls_since_ = 0;
  unsigned other_polls_ = 0;
  unsigned equal_polls_ = 0;
  unsigned count_ = 0;  ///< Words read since; more than kWordsMax: any write wakes.
  std::uintptr_t words_[kWordsMax] = {};
  unsigned written_count_ = 0;
  unsigned storing_rounds_ = 0;
  std::uintptr_t written_[kWrittenMax] = {};  ///< Words of 8 bytes.
};

}  // namespace gridlock::sim
