// expect: data_race
// no cure: threads of other rows and layers get the same numbers
// Numbers the threads of the sort as if grid and block had one dimension.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  const unsigned count = n, rank = blockIdx.x * blockDim.x + threadIdx.x,
                 stride = gridDim.x * blockDim.x;
  for (unsigned round = 0; round < count; ++round) {
    // ...
  }
}
