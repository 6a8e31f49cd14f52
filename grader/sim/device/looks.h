/// The comparisons that a thread makes with the value of a word that it polls.
#pragma once

#include <cstdint>
#include <optional>

#include "common/invariant.h"

namespace gridlock::sim {

/// A comparison of integers.
struct Comparison {
  std::uint64_t pc = 0;
  std::uint64_t compared = 0;  ///< The value that was read, or one computed from it.
  std::uint64_t with = 0;
  std::uint32_t bytes = 4;  ///< The size of each operand.
  bool is_signed = false;
  bool with_zero = false;  ///< The code compares with the constant 0.
  bool operator==(const Comparison&) const = default;
};

/// A thread's last reads of the word that it polls, called looks.  A comparison belongs
/// to a look if one operand is the value read.  A comparison counts only if it is the
/// only one between two looks: otherwise it is unclear which one the thread waits for.
class Looks {
 public:
  /// The thread looks at this word and reads this value.
  void sees(std::uintptr_t address, std::uint64_t value) {
    INVARIANT("A word that is polled has an address.", address != 0);
    if (address != address_ || comparisons_ != 1) alike_ = 0;
    address_ = address;
    value_ = value;
    comparisons_ = 0;
  }
  /// The thread reads the same value from another word, so it is not known which of the
  /// two words it compares.
  void sees_elsewhere(std::uint64_t value) {
    if (awaits(value) && comparisons_ == 0) *this = {};
  }
  /// Whether the thread's last look read this value.
  bool awaits(std::uint64_t value) const { return address_ != 0 && value == value_; }
  std::uintptr_t address() const { return address_; }
  void compares(const Comparison& comparison) {
    // The same comparison again.  It counts once.
    if (comparisons_ > 0 && comparison.with == last_.with) return;
    ++comparisons_;
    alike_ = comparisons_ > 1 ? 0 : alike_ != 0 && comparison == last_ ? alike_ + 1 : 1;
    last_ = comparison;
  }
  /// The comparison after each of the last looks at this word; nothing if they differ.
  std::optional<Comparison> always(std::uintptr_t address) const {
    if (address != address_ || alike_ < kLooks) return std::nullopt;
    return last_;
  }
  void begins() { *this = {}; }

 private:
  static constexpr unsigned kLooks = 2;
  std::uintptr_t address_ = 0;
  std::uint64_t value_ = 0;
  unsigned comparisons_ = 0;  ///< Since the last look.
  unsigned alike_ = 0;        ///< How many equal comparisons in a row there were.
  Comparison last_;
};

}  // namespace gridlock::sim
