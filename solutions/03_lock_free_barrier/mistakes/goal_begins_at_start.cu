// expect: deadlock, data_race
// no cure: the first goal is start, not start + 1
// The first goal is what the words already hold, so the first barrier stops no block.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      // ...
    }
    gpuSync(arrayIn, arrayOut, start + round);
  }
}
