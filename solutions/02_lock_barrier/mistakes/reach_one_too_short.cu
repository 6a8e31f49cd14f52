// expect: wrong_result
// says: a[1] alone; it should be
// says: the sum of a[0] to a[1] before the rounds
// An element at the distance of the reach from the beginning gets no neighbour.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  unsigned goal = start;
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count; i += stride)
      to[i] = from[i] + (i <= reach ? 0 : from[i - reach]);

    goal += blocks;
    // ...
  }
}
