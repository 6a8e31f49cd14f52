// expect: bad_access
// schedules: 2
// told: Read of in after it was freed
// The last of several identical launches uses memory that was freed before it.
#include <cuda_runtime.h>

__global__ void copies(const int* in, int* out) { out[threadIdx.x] = in[threadIdx.x]; }

int main() {
  int *in, *out;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  for (int i = 0; i < 6; ++i) copies<<<1, 32>>>(in, out);
  cudaFree(in);
  copies<<<1, 32>>>(in, out);
  return cudaDeviceSynchronize();
}
