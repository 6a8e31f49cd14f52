// expect: data_race
// The barrier stands in the loop over elements, so some blocks call it more often.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count; i += stride) {
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
      goal += blocks;
      gpuSync(mutex, goal);
    }
    unsigned* const written = to;
    // ...
  }
}
