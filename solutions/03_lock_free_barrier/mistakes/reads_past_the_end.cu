// expect: bad_access
// Asks whether there is an element i, and reads i + 1.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i < count; i += 2 * stride) {
      const unsigned left = data[i], right = data[i + 1];
      // ...
    }
    gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
