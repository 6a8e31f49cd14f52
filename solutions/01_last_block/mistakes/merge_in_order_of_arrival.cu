// expect: wrong_result
// The blocks store their results in order of arrival, and are composed in that order.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  mine = blockFold(mine);

  // The low half of the counter gives out places, the high half counts finished blocks.
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

  const size_t blocks_end = runBegin(gridDim.x, threadIdx.x + 1, blockDim.x);
  // ...
}
