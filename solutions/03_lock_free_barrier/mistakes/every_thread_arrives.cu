// expect: data_race
// Each thread arrives for its whole block, as soon as it has come itself.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  volatile unsigned* out = arrayOut;

  __threadfence();
  in[block] = goal;
  if (block == 0) {
    // ...
  }
  // ...
}
