// Given for lab 01: how one block folds its threads' values, and the maps of part 1c.
// You do not change this file.

#pragma once

#include <cuda_runtime.h>

// The most threads a block can have.
constexpr int kThreadsMax = 1024;

// The map x -> a * x + b over 32-bit integers, modulo 2^32.
struct Affine {
  unsigned a;
  unsigned b;
};

// The map x -> x: composing with it changes nothing.
__host__ __device__ inline Affine identity() { return Affine{1u, 0u}; }

// The map that one element of the input stands for.
__host__ __device__ inline Affine affineOf(int element) {
  const unsigned x = static_cast<unsigned>(element);
  return Affine{2u * x + 1u, x ^ 0x5bd1e995u};
}

// First f, then g.  Associative, so it can be cut into pieces; not commutative, so the
// pieces must stay in order.
__host__ __device__ inline Affine compose(Affine f, Affine g) {
  return Affine{g.a * f.a, g.a * f.b + g.b};
}

// The operation of blockFold() on two neighbours.
__device__ inline unsigned combine(unsigned left, unsigned right) { return left + right; }
__device__ inline Affine combine(Affine left, Affine right) {
  return compose(left, right);
}

// Folds one value per thread, in the order of threadIdx.x.  All threads of a
// one-dimensional block call it.  All get the result, and may call it again right away.
template <class Value>
__device__ Value blockFold(Value mine) {
  __shared__ Value slot[kThreadsMax];

  slot[threadIdx.x] = mine;
  __syncthreads();  // Orders these writes before the reads of the first round.

  // Before a round, if span divides i, slot[i] is the fold of values i .. i + span - 1.
  for (unsigned span = 1; span < blockDim.x; span *= 2) {
    const unsigned i = threadIdx.x;
    if (i % (2 * span) == 0 && i + span < blockDim.x)
      slot[i] = combine(slot[i], slot[i + span]);
    __syncthreads();  // Orders this round's writes before the next round's reads.
  }

  const Value whole = slot[0];
  __syncthreads();  // Orders this read before the writes of the next call.
  return whole;
}
