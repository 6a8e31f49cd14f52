// expect: divergent_barrier
// told: line 10  __syncthreads_or
// told: line 12  __syncthreads_or
// missing: let one outside of the branch or the loop that parts them take its place
#include <cstdio>

__global__ void anyOf(const int* values, int* any) {
  int is_there;
  if (threadIdx.x == 0)
    is_there = __syncthreads_or(values[threadIdx.x]);
  else
    is_there = __syncthreads_or(values[threadIdx.x]);
  any[threadIdx.x] = is_there;
}

int main() {
  int *values, *any;
  cudaMalloc(&values, 32 * sizeof *values);
  cudaMalloc(&any, 32 * sizeof *any);
  cudaMemset(values, 0, 32 * sizeof *values);
  anyOf<<<1, 32>>>(values, any);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(any);
}
