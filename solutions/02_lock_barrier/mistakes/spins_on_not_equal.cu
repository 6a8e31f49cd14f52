// expect: deadlock
// says: once the word has reached its goal or gone beyond
// A late block finds the counter past its goal, and waits forever.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    while (*arrived != goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
