// expect: deadlock
// Each block reads the counter to find its start, but another may have arrived before.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  unsigned *from = a, *to = b;
  unsigned goal = *(volatile unsigned*)mutex;
  for (int round = 0; round < rounds; ++round) {
    // ...
  }
}
