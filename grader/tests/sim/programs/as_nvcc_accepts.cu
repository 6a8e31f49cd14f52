// expect: passed
// What nvcc, with g++, accepts of a C++17 program where clang alone would not, and what
// CUDA's own headers bring along for those who do not ask for it.
#include <cuda.h>
#include <inttypes.h>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <cub/cub.cuh>

#if !__CUDACC__ || !__NVCC__  // They have a value.
#error nvcc defines these as 1
#endif

__global__ void fill(int* p, int n) {
  register int i = threadIdx.x;
  if (i < n) p[i] = i % 5;
}

struct Shape {
  unsigned width;
  char letter;
};

int main(int count, char**) {
  const Shape shape = {count, 'a' + count};  // These are narrower than an int.
  uint64_t sum = shape.width;
  thrust::device_vector<int> values(16);
  fill<<<1, 32>>>(thrust::raw_pointer_cast(values.data()), 16);
  CubDebugExit(cudaDeviceSynchronize());
  const auto begin = std::chrono::steady_clock::now();
  const auto largest = thrust::max_element(values.begin(), values.end());
  if (thrust::distance(values.begin(), largest) != 4) return 1;
  sum += *thrust::next(values.begin(), 3);
  const auto passed = std::chrono::steady_clock::now() - begin;
  std::cout << "sum " << sum << ", Thrust " << THRUST_VERSION << ", CUB " << CUB_VERSION
            << std::endl;
  printf("%" PRIu64 "\n", sum);
  return passed.count() < 0 || sum != 4;
}
