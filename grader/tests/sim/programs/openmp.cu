// expect: passed
// Without -fopenmp the host has one thread.
#include <cuda_runtime.h>
#include <omp.h>
#include <strings.h>

__global__ void add(unsigned* values) { values[threadIdx.x] = umax(threadIdx.x, 7u); }

int main() {
  unsigned *values, copied[32];
  bzero(copied, sizeof copied);
  cudaMalloc(&values, sizeof copied);
  omp_set_num_threads(2);
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) add<<<1, 32>>>(values);
  }
  cudaMemcpy(copied, values, sizeof copied, cudaMemcpyDeviceToHost);
  for (unsigned i = 0; i < 32; ++i)
    if (copied[i] != umax(i, 7u)) return 1;
  return 0;
}
