/// \file
/// Recognizes a thread that waits by polling.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gridlock::sim {

/// What a thread's polls look like.
///
/// A poll is a strong read, or a read-modify-write that changed nothing.  If a thread
/// comes back to the same poll, reads the same value, has written nothing since, and its
/// live stack is the same byte for byte, then it will do so for ever unless somebody
/// writes to one of the words it read on the way: it can be put to sleep until then.
/// A bounded poll or a back-off changes a counter on the stack and is never taken for an
/// endless one.
class SpinWatch {
 public:
  /// Notes a poll.  Returns true if the thread's state has repeated.
  /// `stack_low` is the lowest live address of the polling code's own frames.
  bool poll(std::uint64_t pc, std::uintptr_t address, std::uint64_t value,
            const std::byte* stack_low, const std::byte* stack_high);
  /// Notes a read that is not a poll but may be part of one.
  void also_reads(std::uintptr_t address);
  /// The thread did something that others can see.
  void progressed() {
    pc_ = 0;
    count_ = 0;
    equal_polls_ = 0;
  }

  /// Whether a write at [address, address + size) may end the wait.
  bool watches(std::uintptr_t address, std::size_t size) const;
  /// Polls in a row that read what the poll before them at that place read.
  unsigned equal_polls() const { return equal_polls_; }
  std::uintptr_t address() const { return address_; }
  std::uint64_t value() const { return value_; }
  /// How many other polls, of other words or at other places, its last round had.
  unsigned other_polls() const { return other_polls_; }

 private:
  static constexpr unsigned kWordsMax = 16;
  std::uint64_t pc_ = 0;  ///< The poll that is being watched for a repetition.
  std::uintptr_t address_ = 0;
  std::uint64_t value_ = 0;
  std::uint64_t stack_hash_ = 0;
  unsigned polls_since_ = 0;
  unsigned other_polls_ = 0;
  unsigned equal_polls_ = 0;
  unsigned count_ = 0;  ///< Words read since; more than kWordsMax: any write wakes.
  std::uintptr_t words_[kWordsMax] = {};
};

}  // namespace gridlock::sim
