/// \file
/// cuRAND's generator Philox4x32-10: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw,
/// "Parallel random numbers: as easy as 1, 2, 3", SC 2011.  A block of four numbers is a
/// function of a counter and a key, so a jump is an addition.
///
/// As in all generators here, a state is in the program's own memory, and what a function
/// reads and writes there are accesses of the line that calls it.
#pragma once
#define CURAND_PHILOX4X32_X__H_  // Programs ask for it.

#include "vector_functions.h"

/// A state: x and y of the counter count blocks, z and w subsequences.
struct curandStatePhilox4_32_10 {
  uint4 ctr;
  uint4 output;  ///< The block of the counter.
  uint2 key;
  unsigned int STATE;  ///< The next number of the block: 0 to 3.
  int boxmuller_flag;  ///< Whether there is an extra normal number, from the last pair.
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

namespace gridlock::sim {
inline namespace shim {

/// One round, with the paper's multipliers.
GRIDLOCK_DEVICE GRIDLOCK_INLINE uint4 philox_round(const uint4& c, const uint2& k) {
  const unsigned long long a = 0xD2511F53ull * c.x, b = 0xCD9E8D57ull * c.z;
  return {static_cast<unsigned int>(b >> 32) ^ c.y ^ k.x, static_cast<unsigned int>(b),
          static_cast<unsigned int>(a >> 32) ^ c.w ^ k.y, static_cast<unsigned int>(a)};
}

/// Adds to the part of a counter that `low` and `high` are; returns the carry.
GRIDLOCK_DEVICE GRIDLOCK_INLINE bool add_wide(unsigned int& low, unsigned int& high,
                                              unsigned long long n) {
  const unsigned long long before = static_cast<unsigned long long>(high) << 32 | low;
  const unsigned long long sum = before + n;
  low = static_cast<unsigned int>(sum);
  high = static_cast<unsigned int>(sum >> 32);
  return sum < n;
}

}  // namespace shim
}  // namespace gridlock::sim

/// The block of four numbers that belongs to a counter and a key.
GRIDLOCK_DEVICE GRIDLOCK_INLINE uint4 curand_Philox4x32_10(uint4 c, uint2 k) {
  for (int round = 0; round < 10; ++round) {
    c = ::gridlock::sim::philox_round(c, k);
    k.x += 0x9E3779B9u;  // The paper's steps of the key.
    k.y += 0xBB67AE85u;
  }
  return c;
}
