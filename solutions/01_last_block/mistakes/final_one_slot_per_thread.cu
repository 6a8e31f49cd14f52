// expect: wrong_result
// The final kernel gives each thread one slot, but there may be more blocks than
// threads.
// overlay

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const int slot = threadIdx.x;
  const unsigned sum = blockFold(slot < blocks ? unsigned(partial[slot]) : 0u);
  if (threadIdx.x == 0) *out = int(sum);
}
