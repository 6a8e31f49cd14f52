// Variables that are static in device code belong to the device.
#include "cases.h"

__global__ void increase() {
  static int total;
  if (threadIdx.x == 0) ++total;
}
// All blocks share the variable.
// told: racing write total
CASE(race, data_race) { return run(increase, 2, 1); }

__host__ __device__ int next() {
  static int count = 0;
  return ++count;
}
__host__ __device__ float table(int i) {
  static const float values[3] = {1, 2, 3};
  return values[i];
}
__global__ void look(float* out) { *out = table(threadIdx.x); }
// A function of the host and the device has a static variable on each of the two sides.
CASE(on_both_sides, passed) {
  next();
  return next() != 2 || table(1) != 2 || run_expecting({1.f}, look, 1, 1);
}

__device__ int next_number() {
  static int given = 100;
  return atomicAdd(&given, 1);
}

template <class T>
__device__ void count(T* seen) {
  static T times;
  *seen = atomicAdd(&times, T{1}) + 1;
}

__global__ void count_all(int* seen) {
  static __device__ unsigned arrived;
  __device__ static int sum[2];
  static const int weight[] = {1, 10};
  static __shared__ int place;
  if (threadIdx.x == 0) {
    atomicAdd(&sum[blockIdx.x], next_number() * weight[1] / weight[1]);
    __threadfence();
    place = static_cast<int>(atomicAdd(&arrived, 1u));
    __threadfence();
  }
  __syncthreads();
  if (place == 1 && threadIdx.x == 1) seen[0] = sum[0] + sum[1];
  if (blockIdx.x == 0 && threadIdx.x == 0) count(&seen[1]);
  float ignored;
  if (blockIdx.x == 0 && threadIdx.x == 1) count(&ignored);
}
// Static variables may be marked __device__; each instance of a template has its own.
CASE(in_kernels_and_functions, passed) {
  return run_expecting({201, 1}, count_all, 2, 2);
}
