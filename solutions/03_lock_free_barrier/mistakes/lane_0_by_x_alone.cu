// expect: wrong_result, data_race
// One thread of each warp waits for the warp, the one with threadIdx.x % 32 == 0.  In a
// block of 5 x 7 threads, the second warp has no such thread and does not wait.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
  }
  if (threadIdx.x % 32 == 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
  __syncwarp();
}
