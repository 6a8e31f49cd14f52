// expect: wrong_result
// Every round reads a and writes b.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  for (int round = 0; round < rounds; ++round) {
    // ...
    gpuSync(mutex, goal);
  }
}
