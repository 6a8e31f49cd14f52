// expect: wrong_result
// says: Each call must write its answer anew
// no cure: the flag is never set to false
// No thread takes the answer of an earlier call back.
// overlay

__device__ bool lastBlockShared(int* counter) {
  __shared__ int told;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(counter, 1) + 1 == int(gridDim.x)) {
    told = 1;
    atomicExch(counter, 0);
  }
  __syncthreads();
  const int heard = told;
  __threadfence();
  __syncthreads();
  return heard == 1;
}
