// The middle thread draws; the answer is true if no thread objects.
// overlay

__device__ bool lastBlock(int* counter) {
  const unsigned speaker = blockDim.x / 2;
  bool mine = true;
  if (__syncthreads_count(1) > 0 && threadIdx.x == speaker) {
    __threadfence();
    mine = atomicAdd(counter, 1) == int(gridDim.x) - 1;
    __threadfence();
    if (mine) atomicExch(counter, 0);
  }
  return __syncthreads_and(mine) != 0;
}
