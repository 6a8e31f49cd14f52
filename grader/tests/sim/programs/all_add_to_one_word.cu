// expect: data_race
// missing: come between them.  atomicAdd does both in one step.  If only one thread of a block
// All threads add to one word.  Between a line and itself no barrier is missing.
#include <cuda_runtime.h>

__global__ void add(int* sum) { *sum += threadIdx.x; }

int main() {
  int* sum;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  add<<<2, 4>>>(sum);
  return cudaDeviceSynchronize();
}
