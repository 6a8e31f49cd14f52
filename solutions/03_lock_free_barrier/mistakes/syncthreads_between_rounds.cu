// expect: data_race
// no cure: no barrier of the grid, with goals, comes between rounds
// __syncthreads() between the rounds holds one block together, not the grid.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      // ...
    }
    __syncthreads();
  }
}
