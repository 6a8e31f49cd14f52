// expect: wrong_result
// says: as if all rounds compared the same pairs
// The same pairs in every round: no element gets further than its pair.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank; i + 1 < count; i += 2 * stride) {
      const unsigned left = data[i], right = data[i + 1];
      // ...
    }
    gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
