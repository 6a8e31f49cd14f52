// expect: deadlock, data_race
// says: once the word has reached its goal or gone beyond
// no cure: the comparison with the goal is wrong beyond 2^32
// The counter has passed 2^32 and is small: a block that waits for a large goal waits
// forever.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    // ...
    const volatile unsigned* arrived = mutex;
    while (*arrived < goal) {
    }
    __threadfence();
  }
  __syncthreads();
}
