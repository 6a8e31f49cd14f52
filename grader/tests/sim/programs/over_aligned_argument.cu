// expect: passed
// An argument of a launch that is aligned more than memory usually is.
#include <cstdint>
struct alignas(64) Big {
  int a;
  int b[20];
};
__global__ void k(Big b, int* out) {
  *out = b.b[3] + (reinterpret_cast<std::uintptr_t>(&b) % 64 != 0);
}
int main() {
  int* d;
  cudaMalloc(&d, 4);
  Big b{};
  b.b[3] = 7;
  k<<<1, 1>>>(b, d);
  int h;
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  return h == 7 ? 0 : 1;
}
