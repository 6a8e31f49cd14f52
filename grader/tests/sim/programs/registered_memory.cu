// expect: passed
// Memory of malloc, pinned and mapped: the kernel writes it in place.
#include <cstdlib>

__global__ void set(int* out, int value) { out[threadIdx.x] = value; }

int main() {
  int* host = static_cast<int*>(std::malloc(8 * sizeof(int)));
  int *mapped, *device, seen = 0;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  if (cudaHostRegister(host, 8 * sizeof(int), cudaHostRegisterMapped)) return 1;
  if (cudaHostRegister(host + 4, 4, 0) != cudaErrorHostMemoryAlreadyRegistered) return 2;
  if (cudaHostGetDevicePointer(&mapped, host, 0)) return 3;
  cudaMalloc(&device, 4 * sizeof(int));
  set<<<1, 4, 0, stream>>>(mapped, 3);
  cudaMemcpyAsync(device, host, 4 * sizeof(int), cudaMemcpyHostToDevice, stream);
  cudaMemcpyAsync(host + 4, device, 4 * sizeof(int), cudaMemcpyDeviceToHost, stream);
  cudaStreamSynchronize(stream);
  for (int i = 0; i < 8; ++i) seen += host[i];
  if (cudaHostUnregister(host)) return 4;
  if (cudaHostUnregister(host) != cudaErrorHostMemoryNotRegistered) return 5;
  std::free(host);
  return seen == 24 ? 0 : 6;
}
