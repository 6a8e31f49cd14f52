// expect: data_race, wrong_result
// Looks only at x and y to decide that a grid is a single block, whose own barrier is
// enough.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      // ...
    }
    if (gridDim.x * gridDim.y == 1)
      __syncthreads();
    else
      gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
