// expect: deadlock
// says: no thread has come to a line that writes
// Block 1 is the master.  A grid of one block has none.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    in[block] = goal;
  }
  if (block == 1) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    // ...
  }
  // ...
}
