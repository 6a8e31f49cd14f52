// expect: data_race
// says: must hold the others back
// Thread 0 is told to go on; the other threads of its block do not wait.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (thread == 0) {
    while (out[block] != goal) {
    }
    __threadfence();
  }
}
