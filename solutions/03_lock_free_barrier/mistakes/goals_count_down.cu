// expect: wrong_result
// The goals count down, into those of barriers before.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      // ...
    }
    gpuSync(arrayIn, arrayOut, start + 1 - round);
  }
}
