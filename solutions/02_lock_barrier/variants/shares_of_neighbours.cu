// Each thread has a run of neighbouring elements instead of a stride through the grid.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  // ...
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned long long rank = block * threads + thread, all = blocks * threads;
  const unsigned first = n * rank / all, end = n * (rank + 1) / all;
  unsigned *from = a, *to = b;
  unsigned goal = start;
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = first; i < end; ++i)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
    // ...
  }
}
