// expect: data_race
// The block draws its ticket first and stores its partial result after that.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned sum = blockFold(threadSum(in, n, rank, gridDim.x * blockDim.x));

  const bool last = lastBlock(counter);
  if (threadIdx.x == 0) partial[blockIdx.x] = int(sum);
  if (!last) return;
  __syncthreads();

  const unsigned share = threadSum(partial, gridDim.x, threadIdx.x, blockDim.x);
  const unsigned total = blockFold(share);
  if (threadIdx.x == 0) *out = int(total);
}

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  const size_t end = n * (rank + 1) / threads;

  Affine mine = identity();
  for (size_t i = n * rank / threads; i < end; ++i) mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);

  const bool last = lastBlock(counter);
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;
  if (!last) return;
  __syncthreads();

  const size_t blocks = gridDim.x;
  const size_t blocks_end = blocks * (threadIdx.x + 1) / blockDim.x;

  Affine all = identity();
  for (size_t i = blocks * threadIdx.x / blockDim.x; i < blocks_end; ++i)
    all = compose(all, partial[i]);
  all = blockFold(all);
  if (threadIdx.x == 0) *out = all;
}
