// expect: data_race
// __ldg() is for data that is not written while the kernel runs.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count; i += stride)
      to[i] = __ldg(from + i) + (i < reach ? 0 : __ldg(from + i - reach));
    goal += blocks;
    // ...
  }
}
