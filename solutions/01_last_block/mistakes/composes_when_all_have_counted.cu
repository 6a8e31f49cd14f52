// expect: deadlock
// The composition has no guard: block 0 waits until all have counted.
// overlay

__global__ void sumNoncommMultiBlock(const int* in, int n, Affine* partial, int* counter,
                                     Affine* out) {
  // ...
  if (threadIdx.x == 0) partial[blockIdx.x] = mine;

  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(counter, 1);
    if (blockIdx.x == 0) {
      while (atomicAdd(counter, 0) < int(gridDim.x)) {
      }
      __threadfence();
      *counter = 0;
    }
  }
  __syncthreads();
  if (blockIdx.x != 0) return;

  const size_t blocks_end = runBegin(gridDim.x, threadIdx.x + 1, blockDim.x);
  // ...
}
