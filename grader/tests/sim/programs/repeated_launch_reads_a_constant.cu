// expect: data_race
// schedules: 3
// told: read factor
// Nothing orders the last of several identical launches and a copy to the constant that
// it reads.
#include <cuda_runtime.h>

__constant__ int factor;

__global__ void copies_it(int* out) { out[threadIdx.x] = factor; }

int main() {
  cudaStream_t works, fills;
  int *out, *one;
  cudaStreamCreateWithFlags(&works, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&fills, cudaStreamNonBlocking);
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMallocHost(&one, sizeof(int));
  *one = 0;
  cudaMemcpyToSymbol(factor, one, sizeof(int));
  for (int i = 0; i < 6; ++i) copies_it<<<1, 32, 0, works>>>(out);
  cudaStreamSynchronize(works);
  copies_it<<<1, 32, 0, works>>>(out);
  cudaMemcpyToSymbolAsync(factor, one, sizeof(int), 0, cudaMemcpyHostToDevice, fills);
  return cudaDeviceSynchronize();
}
