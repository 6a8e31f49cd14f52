/// \file
/// The generators of cuRAND's device API, with their states and jumps.
///
/// They are published ones, written anew: XORWOW (G. Marsaglia, "Xorshift RNGs", Journal
/// of Statistical Software 8(14), 2003), Philox4x32-10 (curand_philox4x32_x.h) and
/// MRG32k3a (P. L'Ecuyer, "Good parameters and implementations for combined multiple
/// recursive random number generators", Operations Research 47(1), 1999).
#pragma once

#include "curand_philox4x32_x.h"
#include "gridlock_random.h"

/// A state of XORWOW: period 2^192 - 2^32, subsequences of 2^67 numbers.
struct curandStateXORWOW {
  unsigned int d, v[5];
  int boxmuller_flag;  ///< Whether there is an extra normal number, from the last pair.
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

/// A state of MRG32k3a: period about 2^191, subsequences of 2^76 numbers, sequences of
/// 2^127.
struct curandStateMRG32k3a {
  unsigned int s1[3];
  unsigned int s2[3];
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;

// XORWOW.

/// Leaves out the next n numbers.
GRIDLOCK_DEVICE GRIDLOCK_INLINE void skipahead(unsigned long long n,
                                               curandStateXORWOW_t* state) {
  unsigned int v[5];
  for (int i = 0; i < 5; ++i) v[i] = state->v[i];
  gridlock_skip_xorwow(v, n, 0);
  for (int i = 0; i < 5; ++i) state->v[i] = v[i];
  state->d += 362437u * static_cast<unsigned int>(n);
}
/// Leaves out the next n subsequences.
GRIDLOCK_DEVICE GRIDLOCK_INLINE void skipahead_sequence(unsigned long long n,
                                                        curandStateXORWOW_t* state) {
  unsigned int v[5];
  for (int i = 0; i < 5; ++i) v[i] = state->v[i];
  gridlock_skip_xorwow(v, n, 67);  // d comes round after 2^32 steps.
  for (int i = 0; i < 5; ++i) state->v[i] = v[i];
}
/// Makes the state of a subsequence of the seed's sequence.
/// \param offset so many numbers of the subsequence are left out
GRIDLOCK_DEVICE GRIDLOCK_INLINE void curand_init(unsigned long long seed,
                                                 unsigned long long subsequence,
                                                 unsigned long long offset,
                                                 curandStateXORWOW_t* state) {
  // Marsaglia's first values, each changed by the seed.
  const unsigned int low = 1099087573u * (static_cast<unsigned int>(seed) ^ 0xAAD26B49u);
  const unsigned int high =
      2591861531u * (static_cast<unsigned int>(seed >> 32) ^ 0xF7DCEFDDu);
  curandStateXORWOW_t made = {};
  made.d = 6615241u + high + low;
  made.v[0] = 123456789u + low;
  made.v[1] = 362436069u ^ low;
  made.v[2] = 521288629u + high;
  made.v[3] = 88675123u ^ high;
  made.v[4] = 5783321u + low;
  skipahead_sequence(subsequence, &made);
  skipahead(offset, &made);
  *state = made;
}
/// The next 32 random bits.
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int curand(curandStateXORWOW_t* state) {
  const unsigned int t = state->v[0] ^ (state->v[0] >> 2), last = state->v[4];
  for (int i = 0; i < 4; ++i) state->v[i] = state->v[i + 1];
  const unsigned int next = (last ^ (last << 4)) ^ (t ^ (t << 1));
  state->v[4] = next;
  const unsigned int d = state->d + 362437u;
  state->d = d;
  return next + d;
}

// Philox4x32-10.

/// Leaves out the next n numbers.
GRIDLOCK_DEVICE GRIDLOCK_INLINE void skipahead(unsigned long long n,
                                               curandStatePhilox4_32_10_t* state) {
  unsigned int place = state->STATE + static_cast<unsigned int>(n & 3);
  unsigned long long blocks = n / 4;
  if (place > 3) {
    ++blocks;
    place -= 4;
  }
  uint4 counter = state->ctr;
  if (::gridlock::sim::add_wide(counter.x, counter.y, blocks))
    ::gridlock::sim::add_wide(counter.z, counter.w, 1);
  state->STATE = place;
  state->ctr = counter;
  state->output = curand_Philox4x32_10(counter, state->key);
}
/// Leaves out the next n subsequences, of 2^66 numbers each.
GRIDLOCK_DEVICE GRIDLOCK_INLINE void skipahead_sequence(
    unsigned long long n, curandStatePhilox4_32_10_t* state) {
  uint4 counter = state->ctr;
  ::gridlock::sim::add_wide(counter.z, counter.w, n);
  state->ctr = counter;
  state->output = curand_Philox4x32_10(counter, state->key);
}
/// Makes the state of a subsequence of the seed's sequence.
/// \param offset so many numbers of the subsequence are left out
GRIDLOCK_DEVICE GRIDLOCK_INLINE void curand_init(unsigned long long seed,
                                                 unsigned long long subsequence,
                                                 unsigned long long offset,
                                                 curandStatePhilox4_32_10_t* state) {
  curandStatePhilox4_32_10_t made = {};
  made.key = {static_cast<unsigned int>(seed), static_cast<unsigned int>(seed >> 32)};
  skipahead_sequence(subsequence, &made);
  skipahead(offset, &made);
  *state = made;
}
/// The next four times 32 random bits.
GRIDLOCK_DEVICE GRIDLOCK_INLINE uint4 curand4(curandStatePhilox4_32_10_t* state) {
  const uint4 now = state->output;
  skipahead(4, state);
  switch (state->STATE) {
    case 0:
      return now;
    case 1:
      return {now.y, now.z, now.w, state->output.x};
    case 2:
      return {now.z, now.w, state->output.x, state->output.y};
    default:
      return {now.w, state->output.x, state->output.y, state->output.z};
  }
}
/// The next 32 random bits.
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int curand(curandStatePhilox4_32_10_t* state) {
  const unsigned int place = state->STATE;
  if (place < 3) {
    state->STATE = place + 1;
    return place == 0 ? state->output.x : place == 1 ? state->output.y : state->output.z;
  }
  const unsigned int last = state->output.w;
  skipahead(1, state);
  return last;
}

// MRG32k3a.

namespace gridlock::sim {
inline namespace shim {

constexpr unsigned long long kMrgFirst = 4294967087ull, kMrgSecond = 4294944443ull;

/// The next number, from 1 to kMrgFirst.
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int next_mrg32k3a(curandStateMRG32k3a* state) {
  const unsigned long long first =
      (1403580ull * state->s1[1] + 810728ull * (kMrgFirst - state->s1[0])) % kMrgFirst;
  const unsigned long long second =
      (527612ull * state->s2[2] + 1370589ull * (kMrgSecond - state->s2[0])) % kMrgSecond;
  for (int i = 0; i < 2; ++i) {
    state->s1[i] = state->s1[i + 1];
    state->s2[i] = state->s2[i + 1];
  }
  state->s1[2] = static_cast<unsigned int>(first);
  state->s2[2] = static_cast<unsigned int>(second);
  return static_cast<unsigned int>(first > second ? first - second
                                                  : first + kMrgFirst - second);
}

/// Leaves out count * 2^log2_length numbers.
GRIDLOCK_DEVICE GRIDLOCK_INLINE void skip_mrg32k3a(unsigned long long count,
                                                   unsigned int log2_length,
                                                   curandStateMRG32k3a* state) {
  unsigned int first[3], second[3];
  for (int i = 0; i < 3; ++i) {
    first[i] = state->s1[i];
    second[i] = state->s2[i];
  }
  gridlock_skip_mrg32k3a(first, second, count, log2_length);
  for (int i = 0; i < 3; ++i) {
    state->s1[i] = first[i];
    state->s2[i] = second[i];
  }
}

}  // namespace shim
}  // namespace gridlock::sim

/// Leaves out the next n numbers.
GRIDLOCK_DEVICE GRIDLOCK_INLINE void skipahead(unsigned long long n,
                                               curandStateMRG32k3a_t* state) {
  ::gridlock::sim::skip_mrg32k3a(n, 0, state);
}
/// Leaves out the next n subsequences.
GRIDLOCK_DEVICE GRIDLOCK_INLINE void skipahead_subsequence(unsigned long long n,
                                                           curandStateMRG32k3a_t* state) {
  ::gridlock::sim::skip_mrg32k3a(n, 76, state);
}
/// Leaves out the next n sequences.
GRIDLOCK_DEVICE GRIDLOCK_INLINE void skipahead_sequence(unsigned long long n,
                                                        curandStateMRG32k3a_t* state) {
  ::gridlock::sim::skip_mrg32k3a(n, 127, state);
}
/// Makes the state of a subsequence of the seed's sequence.
/// \param offset so many numbers of the subsequence are left out
GRIDLOCK_DEVICE GRIDLOCK_INLINE void curand_init(unsigned long long seed,
                                                 unsigned long long subsequence,
                                                 unsigned long long offset,
                                                 curandStateMRG32k3a_t* state) {
  using ::gridlock::sim::kMrgFirst;
  using ::gridlock::sim::kMrgSecond;
  unsigned long long first[2] = {1, 1};
  if (seed != 0) {
    first[0] = static_cast<unsigned int>(seed) ^ 0x55555555u;
    first[1] = static_cast<unsigned int>(seed >> 32) ^ 0xAAAAAAAAu;
  }
  curandStateMRG32k3a_t made = {};
  for (int i = 0; i < 3; ++i) {
    made.s1[i] = static_cast<unsigned int>(12345 * first[i % 2] % kMrgFirst);
    made.s2[i] = static_cast<unsigned int>(12345 * first[1 - i % 2] % kMrgSecond);
  }
  skipahead_subsequence(subsequence, &made);
  skipahead(offset, &made);
  *state = made;
}
/// The next 32 random bits.
GRIDLOCK_DEVICE GRIDLOCK_INLINE unsigned int curand(curandStateMRG32k3a_t* state) {
  const unsigned long long next = ::gridlock::sim::next_mrg32k3a(state);
  constexpr unsigned long long kLast = ::gridlock::sim::kMrgFirst;
  return next == kLast ? ~0u : static_cast<unsigned int>((next << 32) / kLast);
}
