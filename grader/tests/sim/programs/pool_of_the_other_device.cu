// expect: bad_access
// missing: cudaMemPoolSetAccess
// Peer access does not open a memory pool to the other device.
#include <cuda_runtime.h>

__global__ void copy(const int* from, int* to) { to[threadIdx.x] = from[threadIdx.x]; }

int main() {
  int *source, *copied;
  cudaMallocAsync(&source, 128, nullptr);
  cudaMemsetAsync(source, 1, 128, nullptr);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  cudaDeviceEnablePeerAccess(0, 0);
  cudaMalloc(&copied, 128);
  copy<<<1, 32>>>(source, copied);
  cudaDeviceSynchronize();
  return 0;
}
