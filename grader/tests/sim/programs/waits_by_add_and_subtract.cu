// expect: passed
// The same lock, given up.  A schedule in which a waiting block has the device to itself
// would never end, but no GPU runs it: the block that holds the lock goes on as well.
#include <cuda_runtime.h>

__device__ int word, sum;

__global__ void count() {
  while (atomicAdd(&word, 1) != 0) atomicSub(&word, 1);
  __threadfence();
  sum += 1;
  __threadfence();
  atomicSub(&word, 1);
}

int main() {
  count<<<3, 1>>>();
  int result = 0;
  cudaMemcpyFromSymbol(&result, sum, sizeof(int));
  return result == 3 ? 0 : 1;
}
