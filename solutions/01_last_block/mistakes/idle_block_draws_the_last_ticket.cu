// expect: wrong_result
// A block without elements writes 0, draws its ticket and leaves without looking at it:
// if it was the last ticket, no block merges.
// overlay

__global__ void sumSinglePass(const int* in, int n, int* partial, int* counter,
                              int* out) {
  if (blockIdx.x * blockDim.x >= unsigned(n) && blockIdx.x != 0) {
    if (threadIdx.x == 0) {
      partial[blockIdx.x] = 0;
      __threadfence();
      atomicAdd(counter, 1);
    }
    return;
  }
  const unsigned rank = blockIdx.x * blockDim.x + threadIdx.x;
  // ...
}
