// expect: data_race
// Stops waiting after a number of polls, "to be safe": then it is no barrier.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
  }
  if (thread == 0) {
    for (int looks = 0; looks < 20 && out[block] != goal; ++looks) {
    }
    __threadfence();
  }
  __syncthreads();
}
