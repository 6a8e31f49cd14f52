/// \file
/// What the generators of curand_kernel.h call in the runtime: long jumps, which need
/// tables of matrices.
#pragma once

#include "host_defines.h"

extern "C" {

/// Moves the five words of an XORWOW state forward by count * 2^log2_length steps.
/// \param words the state's v[0] to v[4], in memory of the calling thread's own
/// \param log2_length 0, or 67: the length of a subsequence
GRIDLOCK_DEVICE void gridlock_skip_xorwow(unsigned int* words, unsigned long long count,
                                          unsigned int log2_length);

/// Moves the two halves of an MRG32k3a state forward by count * 2^log2_length steps.
/// \param first, second the state's s1 and s2, in memory of the calling thread's own
/// \param log2_length 0, 76 or 127: a step, a subsequence, a sequence
GRIDLOCK_DEVICE void gridlock_skip_mrg32k3a(unsigned int* first, unsigned int* second,
                                            unsigned long long count,
                                            unsigned int log2_length);

}  // extern "C"
