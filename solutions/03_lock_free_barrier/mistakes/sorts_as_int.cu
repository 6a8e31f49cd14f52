// expect: wrong_result
// Compares the elements as int: from 2^31 on they are less than 0.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      const unsigned left = data[i], right = data[i + 1];
      if (int(left) > int(right)) {
        data[i] = right;
        data[i + 1] = left;
      }
    }
    gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
