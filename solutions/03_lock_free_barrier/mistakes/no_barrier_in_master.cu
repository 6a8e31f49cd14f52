// expect: data_race
// says: No __syncthreads() lies between the volatile read in
// unsaid: neither thread sees a signal
// A thread of the master that has seen its own words lets their blocks go, before all
// have come.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  if (block == 0) {
    // ...
    __threadfence();
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  // ...
}
