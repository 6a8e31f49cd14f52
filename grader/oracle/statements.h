/// Random statements for generated programs.
#pragma once

#include <cstdint>
#include <random>

#include "oracle/program.h"
#include "oracle/write.h"

namespace gridlock::oracle {

/// A source of random statements; the seed determines all of them.
class Statements {
 public:
  explicit Statements(std::uint64_t seed) : random_(seed) {}

  std::uint32_t below(std::uint32_t n) {
    return static_cast<std::uint32_t>(random_() >> 32) % n;
  }
  bool one_in(std::uint32_t n) { return below(n) == 0; }

  Scope scope();
  Op fence();
  /// Appends a fence, in most cases.
  void maybe_fence(write::Ops& ops);
  /// An access through an atomic_ref, with an order that its kind allows.
  Op by_reference(Kind kind, int variable, int value);
  /// A strong access in one of CUDA's spellings.
  Op strong(Kind kind, int variable, int value = 0);
  static Op plain(Kind kind, int variable, int value = 0);
  /// A plain access, in most cases.
  Op data(Kind kind, int variable, int value = 0);
  /// Sets a word that was 0 to 1.
  Op signal(int variable);
  /// Reads strongly without changing anything.
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
