/// \file
/// What a thread compares a word with that it polls.
#pragma once

#include <cstdint>
#include <optional>

namespace gridlock::sim {

/// A comparison of integers.
struct Comparison {
  std::uint64_t pc = 0;
  std::uint64_t compared = 0;  ///< The value that was read, or what was made of it.
  std::uint64_t with = 0;
  std::uint32_t bytes = 4;  ///< Of each of the two.
  bool is_signed = false;
  bool with_zero = false;  ///< The code itself says 0.
  bool operator==(const Comparison&) const = default;
};

/// The last looks of a thread at the word that it polls.  Of each, the first comparison
/// counts that follows it and is of its value.
class Looks {
 public:
  /// A look at this word saw this value.
  void sees(std::uintptr_t address, std::uint64_t value) {
    if (address != address_ || is_open_) alike_ = 0;
    address_ = address;
    value_ = value;
    is_open_ = true;
  }
  /// Another word has the same value: which of them is compared is not known any more.
  void sees_elsewhere(std::uint64_t value) {
    if (awaits(value)) *this = {};
  }
  /// Whether there was a look that saw this value, and no comparison since.
  bool awaits(std::uint64_t value) const { return is_open_ && value == value_; }
  std::uintptr_t address() const { return address_; }
  void compares(const Comparison& comparison) {
    is_open_ = false;
    alike_ = alike_ != 0 && comparison == last_ ? alike_ + 1 : 1;
    last_ = comparison;
  }
  /// What followed each of the last looks at this word; nothing if these differ.
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
  bool is_open_ = false;
  unsigned alike_ = 0;  ///< How many comparisons in a row were the same.
  Comparison last_;
};

}  // namespace gridlock::sim
