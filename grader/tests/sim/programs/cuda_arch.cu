// expect: passed
// What __CUDA_ARCH__ is: 900 in device code, and not defined in the host's.
#ifndef __CUDA_ARCH__
#include <vector>
#endif
#ifdef __CUDA_ARCH__
#include <cuda/atomic>
#endif
#include <cuda_runtime.h>

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#error "compute capability 9.0, without what 9.0a adds"
#endif
#if __CUDA_ARCH_LIST__ != 900
#error "one architecture, for both sides"
#endif

// As in many programs: a GPU that is old has no such function.
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 600
#else
__device__ double atomicAdd(double* address, double value) { return never_compiled; }
#endif
// The host's pass sees the wrong one, and does not call it.
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

__global__ void vanishes(int* p) {
#if __CUDA_ARCH__ >= 700
  *p = 1;
#endif
}

__global__ void number(int* p) {
#ifdef __CUDA_ARCH__
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

// The host's alone, and the device's alone.
#ifndef __CUDA_ARCH__
int onlyHost(std::vector<int> values) { return values[0]; }
#else
__device__ int onlyDevice(int* p) {
  cuda::atomic_ref<int, cuda::thread_scope_device> word(*p);
  return word.fetch_add(0) + 3000;
}
#endif

// Two functions of one name.
#ifdef __CUDA_ARCH__
__device__ int twice(int n) { return 2 * n; }
#else
int twice(int n) { return -2 * n; }
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
  __host__ __device__ int line() const;

#ifdef __CUDA_ARCH__
  __device__ int deviceMember() { return 500000; }
#endif
};

template <class T>
__host__ __device__ int Box<T>::line() const {
#ifdef __CUDA_ARCH__
  return __LINE__;
#endif
  return 0;
}
}  // namespace shapes

template <class T>
__global__ void ask(int* out, T value) {
  shapes::Box<T> box(value);
  int sum = where() + constantly() + either() + twice(7);
#ifdef __CUDA_ARCH__
  sum += onlyDevice(out) + box + box.deviceMember();
#endif
  out[1] = box.line();
  *out = sum;
}

template <class F>
__global__ void apply(int* out, F f) {
  *out = f(1);
}

__global__ void addDoubles(double* sum) { atomicAdd(sum, wanted(1.5)); }

int fetch(const int* p) {
  int value = 0;
  cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost);
  return value;
}

int main() {
  int* p;
  double* sum;
  cudaMalloc(&p, 2 * sizeof(int));
  cudaMalloc(&sum, sizeof(double));
  cudaMemset(p, 0, 2 * sizeof(int));
  cudaMemset(sum, 0, sizeof(double));
  vanishes<<<1, 1>>>(p);
  if (fetch(p) != 1) return 1;
  number<<<1, 1>>>(p);
  if (fetch(p) != 900) return 2;
  cudaMemset(p, 0, 2 * sizeof(int));
  ask<<<1, 1>>>(p, 1);
  if (fetch(p) != 2 + 20 + 200 + 14 + 3000 + 40001 + 500000) return 3;
  if (fetch(p + 1) != 109) return 4;
  shapes::Box<int> box(5);
  if (where() + constantly() + either() + twice(7) != 1 + 10 + 100 - 14) return 5;
  if (box != -5 || box.line() != 0 || WHERE != 1) return 6;
#ifndef __CUDA_ARCH__
  if (onlyHost({8}) != 8) return 6;
#endif
  const auto f = [=] __device__(int n) { return n + WHERE; };
  apply<<<1, 1>>>(p, f);
  if (fetch(p) != 3) return 7;
  const auto both = [=] __host__ __device__(int n) { return n + WHERE; };
  apply<<<1, 1>>>(p, both);
  if (fetch(p) != 3 || both(1) != 2) return 8;
  addDoubles<<<2, 2>>>(sum);
  double total = 0;
  cudaMemcpy(&total, sum, sizeof total, cudaMemcpyDeviceToHost);
  return total == 6 ? 0 : 9;
}
