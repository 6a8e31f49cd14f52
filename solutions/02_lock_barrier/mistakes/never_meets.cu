// expect: data_race
// says: a barrier of all blocks must be there
// no cure: nothing keeps one round from running into the next
// The rounds follow each other without any barrier.
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
}
