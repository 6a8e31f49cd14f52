// expect: data_race
// Volatile reads of a word that an ordinary store writes.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    __threadfence();
    arrayIn[block] = goal;
  }
  if (block == 0) {
    // ...
  }
  // ...
}
