/// The comparisons that a thread makes with a word that it polls.
#pragma once

#include <cstdint>
#include <optional>

#include "common/invariant.h"

namespace gridlock::sim {

/// A comparison of integers.
struct Comparison {
  std::uint64_t pc = 0;
  std::uint64_t compared = 0;  ///< The value that was read, or what was made of it.
  std::uint64_t with = 0;
  std::uint32_t bytes = 4;  ///< The size of each of the two.
  bool is_signed = false;
  bool with_zero = false;  ///< The code itself says 0.
  bool operator==(const Comparison&) const = default;
};

/// The last looks of a thread at the word that it polls.  A comparison is of a look if
/// one of its sides is the value that was seen; it counts if it is the only one between
/// two looks, since several do not show for which one the thread waits.
class Looks {
 public:
  /// A look at this word saw this value.
  void sees(std::uintptr_t address, std::uint64_t value) {
    INVARIANT("A word that is polled has an address.", address != 0);
    if (address != address_ || comparisons_ != 1) alike_ = 0;
    address_ = address;
    value_ = value;
    comparisons_ = 0;
  }
  /// Another word has the same value: which of them is compared is not known any more.
  void sees_elsewhere(std::uint64_t value) {
    if (awaits(value) && comparisons_ == 0) *this = {};
  }
  /// Whether the last look saw this value.
  bool awaits(std::uint64_t value) const { return address_ != 0 && value == value_; }
  std::uintptr_t address() const { return address_; }
  void compares(const Comparison& comparison) {
    if (comparisons_ > 0 && comparison.with == last_.with) return;  // Once more.
    ++comparisons_;
    alike_ = comparisons_ > 1 ? 0 : alike_ != 0 && comparison == last_ ? alike_ + 1 : 1;
    last_ = comparison;
  }
  /// The comparison after each of the last looks at this word; nothing if these differ.
  std::optional<Comparison> always(std::uintptr_t address) const {
    if (address != address_ || alike_ < kLooks) return std::nullopt;
    return last_;
  }
  /// A thread begins.
  void begins() { *this = {}; }

 private:
  static constexpr unsigned kLooks = 2;
  std::uintptr_t address_ = 0;
  std::uint64_t value_ = 0;
  unsigned comparisons_ = 0;  ///< Since the last look.
  unsigned alike_ = 0;        ///< How many comparisons in a row were the same.
  Comparison last_;
};

}  // namespace gridlock::sim
