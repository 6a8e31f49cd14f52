// expect: passed
// Constant memory that is written between the kernels that read it, one after the other.
#include <cuda_runtime.h>

__constant__ int table[4];

__global__ void add(int* out) { out[threadIdx.x] += table[threadIdx.x]; }

int main() {
  int *out, values[4] = {1, 2, 3, 4};
  cudaMalloc(&out, sizeof values);
  cudaMemset(out, 0, sizeof values);
  for (int round = 0; round < 3; ++round) {
    cudaMemcpyToSymbol(table, values, sizeof values);
    add<<<1, 4>>>(out);
  }
  cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return values[0] == 3 && values[3] == 12 ? 0 : 1;
}
