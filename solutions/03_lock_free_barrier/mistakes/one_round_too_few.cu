// expect: wrong_result
// says: as after 6 of 7 rounds
// n - 1 rounds: if the smallest element comes last, it arrives in round n.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  const unsigned count = n, rank = block * threads + thread, stride = blocks * threads;
  for (unsigned round = 0; round + 1 < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      // ...
    }
    gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
