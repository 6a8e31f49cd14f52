// expect: wrong_result
// says: one for each thread of the grid
// One pair per thread, but there may be more pairs.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    const unsigned i = 2 * rank + round % 2;
    if (i + 1 < count) {
      const unsigned left = data[i], right = data[i + 1];
      // ...
    }
    gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
