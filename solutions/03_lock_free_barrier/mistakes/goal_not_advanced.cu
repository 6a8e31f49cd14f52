// expect: data_race
// says: Each wait needs a goal of its own
// no cure: the goal is the same in every round
// The same goal for every round: from the second on, the words already hold it.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count; ++round) {
    for (unsigned i = 2 * rank + round % 2; i + 1 < count; i += 2 * stride) {
      // ...
    }
    gpuSync(arrayIn, arrayOut, start + 1);
  }
}
