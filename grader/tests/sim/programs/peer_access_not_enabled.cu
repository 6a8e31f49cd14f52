// expect: bad_access
// missing: call cudaDeviceEnablePeerAccess(0, 0) while device 1 is current
// Access has a direction: device 0 may use the memory of 1, but not the other way round.
#include <cuda_runtime.h>

__global__ void set(int* data) { *data = 1; }

int main() {
  int *mine, *other;
  cudaMalloc(&mine, sizeof(int));
  cudaDeviceEnablePeerAccess(1, 0);
  cudaSetDevice(1);
  cudaMalloc(&other, sizeof(int));
  cudaSetDevice(0);
  set<<<1, 1>>>(other);
  cudaDeviceSynchronize();
  cudaSetDevice(1);
  set<<<1, 1>>>(mine);
  cudaDeviceSynchronize();
  return 0;
}
