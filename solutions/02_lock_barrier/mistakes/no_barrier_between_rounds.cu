// expect: data_race
// no cure: one goal serves all rounds, not one for each round
// Meets once, after the last round, so the earlier rounds run into each other.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count; i += stride)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
    unsigned* const written = to;
    // ...
  }
  gpuSync(mutex, start + blocks * rounds);
}
