// expect: wrong_result
// Block 0 adds up all elements alone; the others only write 0 and draw their tickets.
// overlay

__global__ void sumPartials(const int* in, int n, int* partial) {
  const unsigned share = blockIdx.x == 0 ? threadSum(in, n, threadIdx.x, blockDim.x) : 0;
  const unsigned sum = blockFold(share);
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
}

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned mine = blockIdx.x == 0 ? threadSum(in, n, threadIdx.x, blockDim.x) : 0;
  const unsigned sum = blockFold(mine);
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
  // ...
}
