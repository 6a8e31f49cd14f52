// expect: wrong_result
// says: correct the index
// unsaid: the last ticket of a counter
// Each thread takes the pair that begins at its own number: the pairs of a round overlap.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
    for (unsigned i = rank + round % 2; i + 1 < count; i += stride) {
  // ...
}
