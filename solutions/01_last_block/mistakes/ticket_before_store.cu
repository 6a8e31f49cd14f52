// expect: data_race
// The block draws its ticket first and stores its partial result afterwards.
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
  // ...
}

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  mine = blockFold(mine);

  const bool last = lastBlock(counter);
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;
  if (!last) return;
  __syncthreads();

  const size_t blocks_end = runBegin(gridDim.x, threadIdx.x + 1, blockDim.x);
  // ...
}
