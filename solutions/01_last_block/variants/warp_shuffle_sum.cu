// Adds up the values of each warp through shuffles, and then the sums of the warps.
// overlay

// The sum of the block's values, in thread 0.
__device__ unsigned warpwiseSum(unsigned mine) {
  __shared__ unsigned warp_sums[32];
  const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  const unsigned lanes = min(32u, blockDim.x - 32 * warp);  // The last may have fewer.
  const unsigned warps = (blockDim.x + 31) / 32;
  const unsigned mask = lanes == 32 ? 0xffffffffu : (1u << lanes) - 1;

  for (unsigned span = 16; span > 0; span /= 2) {
    const unsigned other = __shfl_down_sync(mask, mine, span);
    if (lane + span < lanes) mine += other;
  }
  __syncthreads();  // Orders the reads of an earlier call before these writes.
  if (lane == 0) warp_sums[warp] = mine;
  __syncthreads();  // Orders the writes of all warps before thread 0's reads.

  unsigned sum = 0;
  if (threadIdx.x == 0)
    for (unsigned i = 0; i < warps; ++i) sum += warp_sums[i];
  return sum;
}

__global__ void sumPartials(const int* in, int n, int* partial) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = warpwiseSum(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
}

__global__ void sumFinal(const int* partial, int blocks, int* out) {
  const unsigned sum = warpwiseSum(threadSum(partial, blocks, threadIdx.x, blockDim.x));
  if (threadIdx.x == 0) *out = int(sum);
}

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = warpwiseSum(threadSum(in, n, rank, gridDim.x * blockDim.x));
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);

  if (!lastBlock(counter)) return;

  const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  const unsigned total = warpwiseSum(share);
  if (threadIdx.x == 0) *out = int(total);
}
