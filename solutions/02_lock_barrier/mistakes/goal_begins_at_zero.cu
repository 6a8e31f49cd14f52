// expect: deadlock, data_race
// no cure: the goal begins at zero, not at start
// Forgets what the counter was when the kernel began.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  unsigned *from = a, *to = b;
  unsigned goal = 0;
  for (int round = 0; round < rounds; ++round) {
    // ...
  }
}
