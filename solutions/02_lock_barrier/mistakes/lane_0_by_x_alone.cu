// expect: wrong_result
// One thread of each warp waits for the warp, the one with threadIdx.x % 32 == 0.  In a
// block of 5 x 7 threads, the second warp has no such thread and does not wait.
// overlay

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    __threadfence();
    atomicAdd(mutex, 1u);
  }
  if (threadIdx.x % 32 == 0) {
    const volatile unsigned* arrived = mutex;
    // ...
  }
  __syncwarp();
}
