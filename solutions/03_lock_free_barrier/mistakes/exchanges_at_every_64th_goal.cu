// expect: wrong_result
// Uses no atomic read-modify-writes, except at every 64th barrier.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    if (goal % 64 == 0)
      atomicExch(&arrayIn[block], goal);
    else
      in[block] = goal;
  }
  // ...
}
