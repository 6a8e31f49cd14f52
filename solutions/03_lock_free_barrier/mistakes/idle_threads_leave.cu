// expect: deadlock
// says: ended without the volatile write
// Threads that never have a pair leave at once; in some blocks that is all of them.
// overlay

__global__ void sortOddEven(unsigned* data, int n, unsigned* arrayIn, unsigned* arrayOut,
                            unsigned start) {
  // ...
  const unsigned count = n, rank = block * threads + thread, stride = blocks * threads;
  if (2 * rank + 1 >= count) return;
  for (unsigned round = 0; round < count; ++round) {
    // ...
  }
}
