// expect: wrong_result
// says: must meet the condition of the write
// unsaid: leave before that
// Thread 1 writes the total, and a block of one thread has no such thread.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  // ...
  const unsigned total = blockFold(share);
  if (threadIdx.x == 1) *out = int(total);
}
