// No last barrier: every thread waits for its block's word itself, and fences itself.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
  }
  while (out[block] != goal) {
  }
  __threadfence();
}
