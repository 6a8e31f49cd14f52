/// \file
/// Statements at random, as generated programs are made of them.
#pragma once

#include <cstdint>
#include <random>

#include "oracle/program.h"
#include "oracle/write.h"

namespace gridlock::oracle {

/// A source of statements; a seed determines them all.
class Statements {
 public:
  explicit Statements(std::uint64_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(random_() >> 32) % n;
  }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  Scope scope();
  Op fence();
  /// Appends a fence, mostly.
  void maybe_fence(write::Ops& ops);
  /// An access of an atomic_ref with an order that its kind may have.
  Op by_reference(Kind kind, int variable, int value);
  /// A strong access in one of CUDA's spellings.
  Op strong(Kind kind, int variable, int value = 0);
  static Op plain(Kind kind, int variable, int value = 0);
  /// A plain access, mostly.
  Op data(Kind kind, int variable, int value = 0);
  /// Sets a word that was 0 to 1.
  Op signal(int variable);
  /// Reads strongly and changes nothing.
  Op observe(int variable);
  /// Reads or overwrites data that was written before.
  Op payload(int variable);
  /// Makes an access strong if it was plain, and plain if it was strong.
  void change_strength(Op& op);
  /// Gives a strong access another order and scope, or a fence.
  void change_order(Op& op);

 private:
  std::mt19937_64 random_;
};

}  // namespace gridlock::oracle
