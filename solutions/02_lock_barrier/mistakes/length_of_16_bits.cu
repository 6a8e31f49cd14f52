// expect: wrong_result
// Elements are counted in 16 bits.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < (count & 0xffff); i += stride)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
    // ...
  }
}
