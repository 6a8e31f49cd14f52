// expect: deadlock
// says: Each block needs a word of its own
// The word is indexed by the thread, so every block writes word 0.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    in[thread] = goal;
  }
  if (block == 0) {
    // ...
  }
  // ...
}
