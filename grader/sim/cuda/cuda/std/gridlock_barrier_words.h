/// The words of a libcu++ barrier, for the program and for the runtime.
#pragma once

namespace gridlock::sim {
inline namespace shim {

/// A barrier's two words.  They are separate, so that only the end of a phase wakes the
/// waiters, not every arrival.
///
/// `state` holds, from the lowest bit: the arrivals that the phase still needs, those
/// that the next phase will need, the number of the phase, and whether it also waits for
/// bytes of bulk copies.
struct BarrierWords {
  static constexpr unsigned kCountBits = 20;
  static constexpr unsigned long long kCountMax = (1ull << kCountBits) - 1;
  static constexpr unsigned kPhaseBits = 23;
  static constexpr unsigned long long kPhaseMax = (1ull << kPhaseBits) - 1;
  static constexpr unsigned long long kAwaitsBytes = 1ull << 63;

  unsigned long long state;
  unsigned phases_done;

  static constexpr unsigned long long missing(unsigned long long state) {
    return state & kCountMax;
  }
  static constexpr unsigned long long expected(unsigned long long state) {
    return state >> kCountBits & kCountMax;
  }
  static constexpr unsigned phase(unsigned long long state) {
    return static_cast<unsigned>(state >> 2 * kCountBits & kPhaseMax);
  }
  static constexpr unsigned long long state_of(unsigned long long missing,
                                               unsigned long long expected,
                                               unsigned long long phase) {
    return missing | expected << kCountBits | (phase & kPhaseMax) << 2 * kCountBits;
  }
};

}  // namespace shim
}  // namespace gridlock::sim
