// expect: data_race
// missing: No event orders the launch in line 19, in the stream b
// The table in constant memory is written in one stream while a kernel of another reads
// it.
#include <cuda_runtime.h>

__constant__ int table[4];

__global__ void look(int* out) { out[threadIdx.x] = table[threadIdx.x]; }

int main() {
  cudaStream_t a, b;
  int *out, *values;
  cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
  cudaMalloc(&out, 4 * sizeof(int));
  cudaHostAlloc(&values, 4 * sizeof(int), cudaHostAllocDefault);
  cudaMemcpyToSymbolAsync(table, values, 4 * sizeof(int), 0, cudaMemcpyHostToDevice, a);
  look<<<1, 4, 0, b>>>(out);
  return cudaDeviceSynchronize();
}
