// expect: data_race
// unsaid: the last ticket of a counter
// Each thread takes the pair that begins at its own number: the pairs of a round overlap.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = rank + round % 2; i + 1 < count; i += stride) {
      const unsigned left = data[i], right = data[i + 1];
      // ...
    }
    gpuSync(arrayIn, arrayOut, start + 1 + round);
  }
}
