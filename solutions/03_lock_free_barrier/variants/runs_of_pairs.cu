// Each thread has a run of neighbouring pairs, and there is no barrier after the last
// round.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  const unsigned thread =
      (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  const unsigned count = n, rank = block * threads + thread, all = blocks * threads;
  for (unsigned round = 0; round < count; ++round) {
    const unsigned pairs = (count - round % 2) / 2, share = (pairs + all - 1) / all;
    for (unsigned pair = rank * share; pair < (rank + 1) * share && pair < pairs;
         ++pair) {
      const unsigned i = 2 * pair + round % 2;
      const unsigned left = data[i], right = data[i + 1];
      // ...
    }
    if (round + 1 < count) gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
