// expect: data_race
// ++ is a read and a write: arrivals are lost, and then all blocks wait.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    ++*mutex;
    const volatile unsigned* arrived = mutex;
    // ...
  }
  __syncthreads();
}
