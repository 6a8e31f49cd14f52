// expect: data_race, wrong_result
// Goes on after 20,000 polls of its word, without waiting for blocks that come later.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
  }
  if (thread == 0) {
    for (int looks = 0; looks < 20000 && out[block] != goal; ++looks) {
    }
    __threadfence();
  }
  __syncthreads();
}
