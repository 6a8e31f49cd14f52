// expect: data_race
// says: Each wait needs a goal of its own
// no cure: the goal is the same in every round
// The goal is the same for every round: from the second on, it is already reached.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count; i += stride)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
    gpuSync(mutex, start + blocks);
    unsigned* const written = to;
    // ...
  }
}
