// expect: deadlock
// Takes the goal from the word of its block.  In a larger grid, new blocks have older
// words.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    in[block] = in[block] + 1;
  }
  if (block == 0) {
    // ...
  }
  // ...
}
