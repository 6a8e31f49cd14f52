// expect: data_race
// no cure: the number of blocks is taken from gridDim.x alone
// Takes gridDim.x for the number of blocks.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  const unsigned blocks = gridDim.x;
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  // ...
}
