// expect: wrong_result
// Does without atomic operations that read and write, up to 32 blocks.
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
