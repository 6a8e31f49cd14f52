// __ldg reads through the read-only cache.
#include "cases.h"

__global__ void pass(int* out, int* data, volatile int* flag) {
  if (blockIdx.x == 0) {
    *data = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0) continue;
    __threadfence();
    *out = __ldg(data);
  }
}
// No fence makes the cache see what the same kernel wrote.
CASE(of_the_same_kernel, data_race) {
  return run_expecting({42}, pass, 2, 1, device<int>(), zeros<int>());
}

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }
__global__ void twice(int* out, const int* data) {
  out[threadIdx.x] = 2 * __ldg(data + threadIdx.x);
}
// What an earlier kernel or a copy wrote is what it is for.
CASE(of_an_earlier_kernel, passed) {
  int* data = device<int>(4);
  fill<<<1, 4>>>(data);
  return run_expecting({0, 2, 4, 6}, twice, 1, 4, data);
}
