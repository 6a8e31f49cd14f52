// expect: data_race
// no cure: one goal serves the whole sort, not one for each round
// Meets once, at the end, so the earlier rounds run into each other.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      // ...
    }
  }
  gpuSync(arrayIn, arrayOut, start + 1);
}
