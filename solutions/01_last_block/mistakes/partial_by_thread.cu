// expect: bad_access
// partial has one slot per block, but is indexed by thread.
// overlay

__global__ void sumPartials(const int* in, int n, int* partial) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  partial[rank] = int(threadSum(in, n, rank, gridDim.x * blockDim.x));
}
