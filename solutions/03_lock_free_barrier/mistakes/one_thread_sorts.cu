// expect: wrong_result
// One thread compares all pairs of each round; the others only meet it.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = round % 2; i + 1 < count && rank == 0; i += 2) {
      const unsigned left = data[i], right = data[i + 1];
      // ...
    }
    // ...
  }
}
