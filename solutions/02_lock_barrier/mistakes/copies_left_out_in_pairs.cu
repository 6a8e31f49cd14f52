// expect: wrong_result
// Rounds that only copy cancel out in pairs, so an even number of them is skipped: the
// array of the last round is right, but the other one is two rounds old.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  const unsigned count = n, stride = blocks * threads;

  int busy = 0;
  while (busy < rounds && (1u << busy) < count) ++busy;
  busy += (rounds - busy) % 2;

  unsigned *from = a, *to = b;
  unsigned goal = start;
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = block * threads + thread; i < count && round < busy; i += stride)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
    // ...
  }
}
