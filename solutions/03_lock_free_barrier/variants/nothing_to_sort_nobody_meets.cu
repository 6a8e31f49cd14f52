// With nothing to sort no block meets, and the words keep the goals of an earlier
// barrier.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  const unsigned count = n, rank = block * threads + thread, stride = blocks * threads;
  if (n < 2) return;
  for (unsigned round = 0; round < count; ++round) {
    // ...
  }
}
