// expect: wrong_result
// Tells only 16 warps, but a block has up to 32 of them.
// overlay

__device__ bool lastBlockShared(int* counter) {
  __shared__ bool is_last;
  // ...
  __syncthreads();
  return is_last && threadIdx.x / 32 < 16;
}
