// expect: stale_value
// volatile makes each access happen, but orders none of them for another block.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  __shared__ bool is_last;
  volatile int* slots = partial;

  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) {
    slots[blockIdx.x] = int(sum);
    is_last = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    if (is_last) atomicExch(counter, 0);
  }
  __syncthreads();
  if (!is_last) return;

  unsigned share = 0;
  for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
    share += unsigned(slots[i]);
  const unsigned total = blockFold(share);
  if (threadIdx.x == 0) *out = int(total);
}
