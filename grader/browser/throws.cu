// expect: wrong_result
// Each device has its own variables.  A handler and a clean-up share the code behind a
// throw; the end is an exit().
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <vector>

__device__ int add(int* to, int by) { return *to += by; }
__device__ int own = 1;
__device__ int (*called)(int*, int) = add;
__global__ void count(int by, int* out) { *out = called(&own, by); }

int main() {
  std::vector<int> host(1);
  for (int device : {0, 1, 0}) {
    int* out;
    cudaSetDevice(device);
    cudaMallocManaged(&out, sizeof *out);
    count<<<1, 1>>>(10 + device, out);
    cudaDeviceSynchronize();
    std::printf("%d: %d\n", device, *out);
  }
  try {
    throw std::runtime_error("thrown");
  } catch (const std::exception& error) {
    std::printf("%s %d\n", error.what(), host[0]);
  }
  std::exit(3);
}
