// expect: deadlock
// Meets after each pair, so blocks with fewer pairs miss some barriers.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      const unsigned left = data[i], right = data[i + 1];
      if (left > right) {
        // ...
      }
      gpuSync(arrayIn, arrayOut, start + 1 + round);
    }
  }
}
