// expect: data_race
// The stride is that of one block, so the next block has the same pairs.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned count = n, rank = block * threads + thread;
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * threads) {
      const unsigned left = data[i], right = data[i + 1];
      // ...
    }
    gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
