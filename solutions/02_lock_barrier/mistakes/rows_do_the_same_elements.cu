// expect: data_race
// no cure: threads of other rows and layers get the same numbers
// Numbers and counts the threads of a block by x alone, so that each row of a block does
// all that the block should do.
// overlay

__global__ void phases(unsigned* a, unsigned* b, int n, int rounds, unsigned* mutex,
                       unsigned start) {
  const unsigned blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned threads = blockDim.x;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread = threadIdx.x;
  const unsigned count = n, stride = blocks * threads;
  // ...
}
