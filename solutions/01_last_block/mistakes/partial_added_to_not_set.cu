// expect: wrong_result
// says: `partial` holds until it is set
// unsaid: *out looks uninitialized
// Each block adds its sum to its slot of partial by an atomic operation, and nothing sets
// the slot before.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) atomicAdd(&partial[blockIdx.x], int(sum));
  if (!lastBlock(counter)) return;
  // ...
}
