// expect: wrong_result, data_race
// The mutex has the number of its holder, which may lock again, but a thread of another
// kernel has the same number.
// overlay

__device__ void lock(int* mutex) {
  const int me = 1 + (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  for (;;) {
    const int found = atomicCAS(mutex, 0, me);
    if (found == 0 || found == me) break;
  }
  __threadfence();
}
