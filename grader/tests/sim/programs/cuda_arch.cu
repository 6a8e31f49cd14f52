// The value of __CUDA_ARCH__: 900 in device code; host code has no such macro.
#ifndef __CUDA_ARCH__
#include <vector>
#endif
#ifdef __CUDA_ARCH__
#include <cuda/atomic>
#endif
#include "cases.h"

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#error "compute capability 9.0, without what 9.0a adds"
#endif
#if __CUDA_ARCH_LIST__ != 900
#error "one architecture, for both sides"
#endif

// As in many programs: old GPUs have no such function.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double* address, double value) { return never_compiled; }
#endif
// The host's pass sees the wrong definition, and does not call it.
#if __CUDA_ARCH__ < 600
__device__ double wanted(double value) { return value * 2; }
#else
__device__ double wanted(double value) { return value; }
#endif

#ifdef __CUDA_ARCH__
#define WHERE 2
#define FOR_DEVICE __device__ __forceinline__
#else
#define WHERE 1
#define FOR_DEVICE inline
#endif

__global__ void number(int* p) {
#if __CUDA_ARCH__ >= 700
  *p = __CUDA_ARCH__;
#endif
}

__host__ __device__ int where() { return WHERE; }

__host__ __device__ constexpr int constantly() {
#ifdef __CUDA_ARCH__
  return 20;
#else
  return 10;
#endif
}

FOR_DEVICE int either() {
  int result = WHERE;
  return result * 100;
}

// Functions for the host alone, for the device alone, and `twice`, which each side has.
#ifndef __CUDA_ARCH__
int only_host(std::vector<int> values) { return values[0]; }
int twice(int n) { return -2 * n; }
#else
__device__ int only_device(int* p) {
  cuda::atomic_ref<int, cuda::thread_scope_device> word(*p);
  return word.fetch_add(0) + 3000;
}
__device__ int twice(int n) { return 2 * n; }
#endif

namespace shapes {
template <class T>
struct Box {
  T value;

  __host__ __device__ Box(T first) : value{first} {
#ifdef __CUDA_ARCH__
    value += 40000;
#endif
  }
  __host__ __device__ operator T() const {
#if defined(__CUDA_ARCH__)
    return value;
#else
    return -value;
#endif
  }

#ifdef __CUDA_ARCH__
  __device__ int device_member() { return 500000; }
#endif
};
}  // namespace shapes

template <class T>
__global__ void ask(int* out, T value) {
  shapes::Box<T> box(value);
  int sum = where() + constantly() + either() + twice(7);
#ifdef __CUDA_ARCH__
  sum += only_device(out) + box + box.device_member();
#endif
  *out = sum;
}

template <class F>
__global__ void apply(int* out, F f) {
  *out = f(1);
}

__global__ void add_doubles(double* sum) { atomicAdd(sum, wanted(1.5)); }
CASE(both_sides, passed) {
  constexpr int kSum = 2 + 20 + 200 + 14 + 3000 + 40001 + 500000;
  if (run_expecting({900}, number, 1, 1) || run_expecting({kSum}, ask<int>, 1, 1, 1))
    return 1;
  int* p = zeros<int>();
  shapes::Box<int> box(5);
  if (where() + constantly() + either() + twice(7) != 1 + 10 + 100 - 14) return 3;
  if (box != -5 || WHERE != 1) return 4;
#ifndef __CUDA_ARCH__
  if (only_host({8}) != 8) return 5;
#endif
  apply<<<1, 1>>>(p, [=] __device__(int n) { return n + WHERE; });
  if (!holds(p, {3})) return 6;
  const auto both = [=] __host__ __device__(int n) { return n + WHERE; };
  apply<<<1, 1>>>(p, both);
  if (!holds(p, {3}) || both(1) != 2) return 7;
  return run_expecting({6.0}, add_doubles, 2, 2);
}
