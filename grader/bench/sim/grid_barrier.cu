// What `gridlock bench sim` times: a barrier between all blocks of a grid.
#include <cuda_runtime.h>

// Returns when all blocks have called it; `goal` is the number of blocks times the number
// of this call, from 1.  Every thread then sees the earlier writes of all threads.
__device__ void gridBarrier(int* arrived, int goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();  // Release: pairs with the fence after the loop.
    atomicAdd(arrived, 1);
    while (*reinterpret_cast<volatile int*>(arrived) < goal) {
    }
    __threadfence();  // Acquire: pairs with the fence before each atomicAdd.
  }
  __syncthreads();
}
