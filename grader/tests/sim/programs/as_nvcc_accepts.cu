// expect: passed
// What nvcc, with g++, accepts of a C++17 program where clang alone would not, and what
// CUDA's own headers bring along for programs that do not ask for it.
#include <cuda.h>
#include <inttypes.h>

#if !__CUDACC__ || !__NVCC__
#error nvcc defines these as 1
#endif

__global__ void fill(int* p, int n) {
  register int i = threadIdx.x;
  if (i < n) p[i] = i % 5;
}

// A call's result may be a reference to a class of an unnamed namespace.
namespace {
struct Steps {
  int done = 0;
  Steps& then(int more) {
    done += more;
    return *this;
  }
};
}  // namespace

struct Shape {
  unsigned width;
  char letter;
};

int main(int count, char**) {
  const Shape shape = {count, 'a' + count};  // These are narrower than an int.
  uint64_t sum = shape.width;
  int* values;
  cudaMallocManaged(&values, 16 * sizeof *values);
  fill<<<1, 32>>>(values, 16);
  cudaDeviceSynchronize();
  sum += std::max(values[3], 0) + Steps().then(1).then(-1).done;
  printf("%" PRIu64 "\n", sum);
  return sum != 4;
}
