// expect: crashed
// told: atomicOr mask, 0 -> 0x4
// told: atomicOr mask, 0x4 -> 0x14
// told: atomicSub left, 2 -> 1
// A mask is told in hexadecimal, and of an atomic operation what it writes, too.
#include <cassert>
__device__ unsigned mask;
__device__ int left = 2;

__global__ void enter(unsigned bit) {
  const unsigned before = atomicOr(&mask, bit);
  atomicSub(&left, 1);
  assert(before == 0);
}

int main() {
  enter<<<1, 1>>>(0x4);
  enter<<<1, 1>>>(0x10);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
