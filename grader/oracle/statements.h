/// Random statements for generated programs.
#pragma once

#include <cstdint>
#include <random>

#include "oracle/program.h"
#include "oracle/write.h"

namespace gridlock::oracle {

/// A source of random statements; the same seed gives the same statements.
class Statements {
 public:
  explicit Statements(std::uint64_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(random_() >> 32) % n;
  }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  Scope scope();
  Op fence();
  /// Appends a fence, in most calls.
  void maybe_fence(write::Ops& ops);
  /// A strong access through an atomic_ref, with an order that its kind allows.
  Op by_reference(Kind kind, int variable, int value);
  /// A strong access in one of CUDA's spellings.
  Op strong(Kind kind, int variable, int value = 0);
  static Op plain(Kind kind, int variable, int value = 0);
  /// A plain access, in most calls.
  Op data(Kind kind, int variable, int value = 0);
  /// A statement that changes a word from 0 to 1.
  Op signal(int variable);
  /// A strong read that changes nothing.
  Op observe(int variable);
  /// A read or an overwriting store of data that was written before.
  Op payload(int variable);
  /// Makes a plain access strong, and a strong one plain.
  void change_strength(Op& op);
  /// Gives a strong access, or a fence, another order and scope.
  void change_order(Op& op);

 private:
  std::mt19937_64 random_;
};

}  // namespace gridlock::oracle
