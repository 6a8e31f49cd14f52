// expect: deadlock
// says: must not be set back
// The last block to arrive sets the counter to 0, which breaks when another is already
// in the next round.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    const bool last = atomicAdd(mutex, 1u) == goal - 1;
    if (last) *(volatile unsigned*)mutex = 0;
    const volatile unsigned* arrived = mutex;
    while (*arrived != 0) {
    }
    __threadfence();
  }
  __syncthreads();
}
