// expect: deadlock
// missing: and is compared, as -2, in line 16 with 4 by block 0 and with 5 by block (0,1,0)
// missing: their other threads wait at __syncthreads
// The blocks wait for different values, as signed integers, in blocks of two dimensions.
#include <cuda_runtime.h>

__device__ int turn;

__global__ void meet() {
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    const int goal = int(blockIdx.y) + 4;
    if (blockIdx.y == 0) atomicSub(&turn, 2);
    int seen = 0;
    do {
      seen = atomicAdd(&turn, 0);
    } while (seen < goal);
  }
  __syncthreads();
}

int main() {
  meet<<<dim3(1, 2), dim3(1, 2)>>>();
  return cudaDeviceSynchronize();
}
