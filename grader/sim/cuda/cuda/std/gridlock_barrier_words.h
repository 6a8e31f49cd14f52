/// \file
/// What a barrier of libcu++ keeps, for the program and for the runtime.
#pragma once

namespace gridlock::sim {
inline namespace shim {

/// A barrier's two words.  They are separate words, so that the end of a phase wakes a
/// waiting thread, and not every arrival.
///
/// `state` holds, from the lowest bit, the arrivals that the phase still needs, those
/// that the next one will need, and the number of the phase.
struct BarrierWords {
  static constexpr unsigned kCountBits = 20;
  static constexpr unsigned long long kCountMax = (1ull << kCountBits) - 1;

  unsigned long long state;
  unsigned phases_done;

  static constexpr unsigned long long missing(unsigned long long state) {
    return state & kCountMax;
  }
  static constexpr unsigned long long expected(unsigned long long state) {
    return state >> kCountBits & kCountMax;
  }
  static constexpr unsigned phase(unsigned long long state) {
    return static_cast<unsigned>(state >> 2 * kCountBits);
  }
  static constexpr unsigned long long state_of(unsigned long long missing,
                                               unsigned long long expected,
                                               unsigned long long phase) {
    return missing | expected << kCountBits | phase << 2 * kCountBits;
  }
};

}  // namespace shim
}  // namespace gridlock::sim
