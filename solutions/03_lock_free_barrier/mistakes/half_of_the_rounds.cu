// expect: wrong_result
// says: as after 3 of 7 rounds
// Sorts in half as many rounds as there are keys.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  const unsigned count = n, rank = block * threads + thread, stride = blocks * threads;

  for (unsigned round = 0; round < count / 2; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      // ...
    }
    gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
