// expect: data_race
// missing: cudaStreamSynchronize(stream) must come between line 18 and line 19
// The host reads pinned memory from mmap while the kernel writes it.
#include <cuda_runtime.h>
#include <sys/mman.h>

__global__ void set(int* out) { out[threadIdx.x] = 1; }

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int* host = static_cast<int*>(
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  if (cudaHostRegister(host, 4096, cudaHostRegisterMapped)) return 1;
  int* mapped;
  cudaHostGetDevicePointer(&mapped, host, 0);

  set<<<1, 4, 0, stream>>>(mapped);
  const int seen = host[0];
  cudaStreamSynchronize(stream);
  cudaHostUnregister(host);
  munmap(host, 4096);
  return seen > 1;
}
