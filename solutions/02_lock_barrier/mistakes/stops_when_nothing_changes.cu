// expect: wrong_result, deadlock
// Leaves the loop once 2^round exceeds n: the last rounds' copies are missing.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  unsigned goal = start;
  for (int round = 0; round < rounds && (1u << round) < count; ++round) {
    const unsigned reach = 1u << round;
    // ...
  }
}
