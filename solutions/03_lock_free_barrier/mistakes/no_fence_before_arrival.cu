// expect: data_race
// The master and the waiting blocks fence; nothing orders the writes before the arrival.
// overlay

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  __syncthreads();
  if (thread == 0) {
    in[block] = goal;
  }
  // ...
}
