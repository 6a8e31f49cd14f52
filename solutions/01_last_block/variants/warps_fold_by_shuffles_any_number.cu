// Each warp folds by shuffles, and one thread adds the warps' sums, however many.
// overlay

__device__ unsigned foldWarps(unsigned mine) {
  __shared__ unsigned of_warp[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned warps = (blockDim.x + 31) / 32;
  const unsigned live = min(32u, blockDim.x - 32 * warp);
  const unsigned lanes = live == 32 ? ~0u : (1u << live) - 1;
  for (unsigned span = 16; span > 0; span /= 2) {
    const unsigned other = __shfl_down_sync(lanes, mine, span);
    if (lane + span < 32 && threadIdx.x + span < blockDim.x) mine += other;
  }
  __syncthreads();
  if (lane == 0) of_warp[warp] = mine;
  __syncthreads();
  unsigned sum = 0;
  for (unsigned i = 0; i < warps; ++i) sum += of_warp[i];
  return sum;
}

__global__ void sumPartials(const int* in, int n, int* partial) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = foldWarps(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
}

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = foldWarps(threadSum(partial, blocks, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
}

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = foldWarps(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
  if (!lastBlock(counter)) return;
  const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  const unsigned total = foldWarps(share);
  if (threadIdx.x == 0) *out = int(total);
}
