// expect: api_error
// missing: device code uses mmap, which CUDA provides for host code only
#include <sys/mman.h>

__device__ void* map() {
  return mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

__global__ void use() { *static_cast<int*>(map()) = 1; }

int main() {
  use<<<1, 1>>>();
  cudaDeviceSynchronize();
}
