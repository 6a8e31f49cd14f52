// expect: deadlock
// no cure: atomicInc() sets the counter to 0 instead of to the goal
// atomicInc() with the goal as its limit wraps to 0 when a block goes past it.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    atomicInc(mutex, goal - 1);
    const volatile unsigned* arrived = mutex;
    // ...
  }
  __syncthreads();
}
