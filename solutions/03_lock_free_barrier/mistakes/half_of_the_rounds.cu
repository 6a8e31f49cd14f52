// expect: wrong_result
// says: as after 3 of 7 rounds
// Sorts in half as many rounds as there are keys.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  for (unsigned round = 0; round < count / 2; ++round) {
  // ...
}
