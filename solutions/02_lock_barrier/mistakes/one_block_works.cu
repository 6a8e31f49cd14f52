// expect: wrong_result
// Block 0 does all the work of each round; the others only meet it.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = thread; block == 0 && i < count; i += threads)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
    // ...
  }
}
