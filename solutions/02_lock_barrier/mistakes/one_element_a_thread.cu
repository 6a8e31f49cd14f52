// expect: wrong_result
// One element per thread, but there may be more elements.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned count = n;
  unsigned *from = a, *to = b;
  unsigned goal = start;
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    const unsigned i = block * threads + thread;
    if (i < count) to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
    goal += blocks;
    // ...
  }
}
