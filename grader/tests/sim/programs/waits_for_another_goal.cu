// expect: deadlock
// missing: in blocks 0-1 of 2, thread 0 spins in line 17 on mutex, which stays 2 and is
// missing: and is compared with 3: block
// missing: in line 16; their other threads wait at __syncthreads in line 20
// told: reads 2, after
// unsaid: blocks 0-1 of 2: waiting
// A barrier whose goal no counter reaches: the goal is only in a register, and the other
// threads of the same blocks wait for the first.
#include <cuda_runtime.h>

__device__ unsigned mutex;

__global__ void meet(unsigned goal) {
  if (threadIdx.x == 0) {
    const volatile unsigned* arrived = &mutex;
    atomicAdd(&mutex, 1);
    while (int(*arrived - goal) < 0) {
    }
  }
  __syncthreads();
}

int main() {
  meet<<<2, 32>>>(3);
  return cudaDeviceSynchronize();
}
