// Shared by rungs of this ladder: a thread's share of a sum, by loads of 16 bytes.

#pragma once

#include <cuda_runtime.h>

#include <cstdint>

__device__ unsigned sumOf(int4 four) {
  return unsigned(four.x) + unsigned(four.y) + unsigned(four.z) + unsigned(four.w);
}

// Adds up the share of in[0..n) of one of `threads` threads: its fours of elements, from
// the first 16-byte boundary on, and then its few elements before and behind all fours.
__device__ unsigned wideSum(const int* in, size_t n, size_t rank, size_t threads) {
  const size_t to_boundary =
      (16 - reinterpret_cast<uintptr_t>(in) % 16) % 16 / sizeof(int);
  const size_t head = min(n, to_boundary);
  const size_t fours = (n - head) / 4;
  const int4* four = reinterpret_cast<const int4*>(in + head);

  unsigned sum = 0;
  size_t i = rank;
  for (; i + 3 * threads < fours; i += 4 * threads) {
    const int4 a = four[i], b = four[i + threads];
    const int4 c = four[i + 2 * threads], d = four[i + 3 * threads];
    sum += sumOf(a) + sumOf(b) + sumOf(c) + sumOf(d);
  }
  for (; i < fours; i += threads) sum += sumOf(four[i]);

  for (i = rank; i < head; i += threads) sum += unsigned(in[i]);
  for (i = head + 4 * fours + rank; i < n; i += threads) sum += unsigned(in[i]);
  return sum;
}
