// expect: data_race
// no cure: the goal grows by one, not by the blocks
// The goal grows by 1 per round, like a round number, but the counter grows by N.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count; i += stride)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
    goal += 1;
    gpuSync(mutex, goal);
    // ...
  }
}
