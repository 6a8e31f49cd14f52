// expect: deadlock
// A thread that found its pairs in order takes the whole array for sorted, and leaves.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    bool swapped = false;
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      const unsigned left = data[i], right = data[i + 1];
      if (left > right) {
        swapped = true;
        data[i] = right;
        data[i + 1] = left;
      }
    }
    gpuSync(arrayIn, arrayOut, start + 1 + round);
    if (!swapped && round > 0) break;
  }
}
