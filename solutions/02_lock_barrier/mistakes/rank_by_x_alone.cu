// expect: data_race
// no cure: threads of other rows and layers get the same numbers
// Numbers the threads as if grid and block had one dimension.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned count = n;
  unsigned *from = a, *to = b;
  unsigned goal = start;
  for (int round = 0; round < rounds; ++round) {
    const unsigned reach = 1u << round;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
         i += gridDim.x * blockDim.x)
      to[i] = from[i] + (i < reach ? 0 : from[i - reach]);
    // ...
  }
}
