// expect: wrong_result
// The blocks put their results in line as they come, and are composed in that order.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  const size_t rank = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  const size_t threads = size_t(gridDim.x) * blockDim.x;
  const size_t end = n * (rank + 1) / threads;

  Affine mine = identity();
  for (size_t i = n * rank / threads; i < end; ++i) mine = compose(mine, affineOf(in[i]));
  mine = blockFold(mine);

  // The low half of the counter gives out places, the high half counts the finished.
  int is_last = 0;
  if (threadIdx.x == 0) {
    const int place = atomicAdd(counter, 1) & 0xffff;
    partial[place] = mine;
    __threadfence();
    is_last = atomicAdd(counter, 1 << 16) >> 16 == int(gridDim.x) - 1;
    if (is_last) {
      __threadfence();
      *counter = 0;
    }
  }
  if (!__syncthreads_or(is_last)) return;

  const size_t blocks = gridDim.x;
  const size_t blocks_end = blocks * (threadIdx.x + 1) / blockDim.x;

  Affine all = identity();
  for (size_t i = blocks * threadIdx.x / blockDim.x; i < blocks_end; ++i)
    all = compose(all, partial[i]);
  all = blockFold(all);
  if (threadIdx.x == 0) *out = all;
}
