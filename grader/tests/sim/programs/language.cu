// The C++ that kernels use.
#include <cooperative_groups.h>

#include <new>

#include "cases.h"

namespace cg = cooperative_groups;

struct Shape {
  __device__ virtual int area(int x) const { return x; }
};
struct Scaled : Shape {
  int factor;
  __device__ explicit Scaled(int factor) : factor(factor) {}
  __device__ int area(int x) const override { return x * factor; }
};
__device__ __noinline__ int twice(int x) { return 2 * x; }
__device__ __forceinline__ int thrice(int x) { return 3 * x; }
__device__ int (*const table[2])(int) = {twice, thrice};
template <class F>
__device__ int apply(F f, int x) {
  return f(x);
}
__device__ int fibonacci(int n) {
  return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}
__host__ __device__ constexpr int square(int x) { return x * x; }

__global__ void compute(int* __restrict__ out, int addend) {
  const Scaled scaled(3);
  const Shape* shape = &scaled;
  __builtin_assume(addend > 0);
  const auto lambda = [=] __device__(int x) { return x + addend; };
  int (*function)(int) = table[threadIdx.x];
  out[threadIdx.x] =
      shape->area(4) + apply(lambda, 10) + fibonacci(10) + function(7) + square(3);
}
// Virtual functions, function pointers, lambdas, templates, recursion, constexpr.
CASE(everything, passed) {
  return run_expecting({12 + 15 + 55 + 14 + 9, 12 + 15 + 55 + 21 + 9}, compute, 1, 2, 5);
}

__global__ void make_and_use(Shape* place, int* flag, int* out) {
  if (blockIdx.x == 0) {
    new (place) Shape;
    atomicExch(flag, 1);
  } else if (atomicAdd(flag, 0) == 1) {
    *out = place->area(1);
  }
}
// An object's pointer to its virtual functions is data like any other: no fence lies
// between it and the flag that says that the object is there.
CASE(object_used_before_it_is_made, data_race) {
  return run(make_and_use, 2, 1, device<Shape>(), zeros<int>(), device<int>());
}

__device__ unsigned flat(const uint3& block, const dim3& extent, const uint3* thread) {
  return block.x * extent.x + thread->x;
}

__global__ void number(unsigned* out) {
  const unsigned i = flat(blockIdx, blockDim, &threadIdx);
  const dim3 copy = blockIdx;
  const cg::thread_block block = cg::this_thread_block();
  const unsigned in_groups =
      block.group_index().x * block.group_dim().x + block.thread_index().x;
  out[i] = 10 * in_groups + i + copy.y;
}
// The built-in variables, read through a reference, a pointer and a group's functions.
CASE(built_in_variables, passed) {
  return run_expecting({0u, 11u, 22u, 33u, 44u, 55u, 66u, 77u}, number, 2, 4);
}

static unsigned umin(unsigned a, unsigned b) { return a < b ? a : b; }

__global__ void smaller(unsigned* out, unsigned a, unsigned b) { *out = min(a, b); }
// Host code may have a function by a name that CUDA gives device code only.
CASE(own_function_named_umin, passed) {
  return run_expecting({umin(3, 4)}, smaller, 1, 1, 3, 4);
}
