// expect: wrong_result
// Adds up in one variable of the module: two kernels at the same time mix their sums.
// overlay

__device__ unsigned g_total = 0;

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) atomicAdd(&g_total, sum);
  if (!lastBlock(counter)) return;
  if (threadIdx.x == 0) *out = int(atomicExch(&g_total, 0));
}
