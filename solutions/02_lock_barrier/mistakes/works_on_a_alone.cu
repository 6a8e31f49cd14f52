// expect: wrong_result, data_race
// says: the next one the other way round
// Each round reads a and writes a: b is never used.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  const unsigned count = n, stride = blocks * threads;
  unsigned goal = start;
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count; i += stride)
      a[i] = a[i] + (i < reach ? 0 : a[i - reach]);
    goal += blocks;
    gpuSync(mutex, goal);
  }
}
