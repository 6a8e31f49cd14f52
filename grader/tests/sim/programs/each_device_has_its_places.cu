// expect: passed
// A grid of as many blocks as a device has places runs on each at the same time.
#include <cuda_runtime.h>

__global__ void meet(int* arrived, int goal) {
  atomicAdd_system(arrived, 1);
  while (atomicAdd_system(arrived, 0) < goal) {
  }
}

int main() {
  int *arrived, places = 0, sms = 0;
  cudaMallocHost(&arrived, sizeof(int));
  *arrived = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&places, meet, 1, 0);
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  const int blocks = places * sms;
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    meet<<<blocks, 1>>>(arrived, 2 * blocks);
  }
  for (int device = 0; device < 2; ++device) {
    cudaSetDevice(device);
    cudaDeviceSynchronize();
  }
  return *arrived == 2 * blocks ? 0 : 1;
}
