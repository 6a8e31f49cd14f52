// expect: data_race
// Stops waiting after so many looks, "to be safe": then the barrier is none.
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
