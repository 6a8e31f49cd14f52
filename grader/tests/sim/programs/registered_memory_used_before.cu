// expect: data_race
// The host has worked on the memory before it registers it: from then on it is watched.
#include <cstdlib>

__global__ void set(int* out) { out[threadIdx.x] = 3; }

int main() {
  int* host = static_cast<int*>(std::malloc(1 << 20));
  int* mapped;
  for (int i = 0; i < 1 << 14; ++i) host[i] = i;
  if (cudaHostRegister(host, 1 << 20, cudaHostRegisterMapped)) return 1;
  if (cudaHostGetDevicePointer(&mapped, host, 0)) return 2;
  set<<<1, 4>>>(mapped + 1024);
  const int seen = host[1025];  // Nothing awaits the kernel.
  cudaDeviceSynchronize();
  cudaHostUnregister(host);
  std::free(host);
  return seen == 0;
}
