// expect: data_race
// unsaid: went on although
// unsaid: a lock must admit
#include <cuda_runtime.h>
// The block takes the lock for all its threads; thread 0 unlocks before the others are
// done.
__device__ int word, sum[4];
__global__ void count() {
  __shared__ bool got;
  for (;;) {
    if (threadIdx.x == 0) got = false;
    __syncthreads();
    if (atomicCAS(&word, 0, 1) == 0) got = true;
    __syncthreads();
    if (got) break;
    __syncthreads();
  }
  __threadfence();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(&word, 0);
  }
  sum[threadIdx.x] += 1;
}
int main() {
  count<<<2, 2>>>();
  return cudaDeviceSynchronize();
}
