// expect: wrong_result
// says: each block added all of `in`, and must add a share of it
// A thread's number counts within its block, so that each block adds all elements.
// overlay

__global__ void sumPartials(const int* in, int n, int* partial) {
  const unsigned sum = blockFold(threadSum(in, n, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
}
