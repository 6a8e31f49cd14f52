// expect: wrong_result
// Uses no atomic read-modify-writes, up to 32 blocks.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    if (blocks > 32)
      atomicExch(&arrayIn[block], goal);
    else
      in[block] = goal;
  }
  // ...
}
