// expect: passed
// alignas behind __shared__ and __device__, where nvcc takes it too.
#include <cstdint>
extern __shared__ __align__(16) unsigned char s[];
__device__ alignas(16) int v[4];
__global__ void k(int* o) {
  __shared__ alignas(16) int a[4];
  __shared__ alignas(float4) char b[16];
  alignas(32) __shared__ int c[2];
  a[threadIdx.x] = 1;
  b[0] = 2;
  c[0] = 3;
  s[0] = 1;
  v[0] = 1;
  o[threadIdx.x] = reinterpret_cast<std::uintptr_t>(a) % 16 +
                   reinterpret_cast<std::uintptr_t>(b) % 16 +
                   reinterpret_cast<std::uintptr_t>(c) % 32;
}
int main() {
  int *d, h = 1;
  cudaMalloc(&d, 4);
  k<<<1, 1, 64>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h;
}
