// expect: data_race
// missing: mailbox
// A managed variable is one for all devices, so two of them can race on it.
#include <cuda_runtime.h>

__managed__ int mailbox;

__global__ void put(int value) { mailbox = value; }

int main() {
  put<<<1, 1>>>(1);
  cudaSetDevice(1);
  put<<<1, 1>>>(2);
  cudaDeviceSynchronize();
  cudaSetDevice(0);
  cudaDeviceSynchronize();
  return mailbox == 0;
}
