// expect: wrong_result, data_race
// no cure: the mask has no bit for the 33rd block
// Each block sets its bit in the counter, but an int has no bit for the 33rd block.
// overlay

__device__ bool lastBlock(int* counter) {
  __syncthreads();
  int last = 0;
  if (threadIdx.x == 0) {
    __threadfence();
    const unsigned bit = 1u << blockIdx.x;
    const unsigned now = atomicOr((unsigned*)counter, bit) | bit;
    last = now == (gridDim.x >= 32 ? ~0u : (1u << gridDim.x) - 1);
    if (last) {
      __threadfence();
      *counter = 0;
    }
  }
  return __syncthreads_or(last);
}
