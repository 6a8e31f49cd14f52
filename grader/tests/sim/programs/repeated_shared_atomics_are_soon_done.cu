// expect: passed
// schedules: 3
// 4,000 launches that put items where an atomic in shared memory says, with a third of a
// million accesses each: a schedule would take minutes if every launch ran.
#include <cuda_runtime.h>

constexpr int kThreads = 128, kRounds = 2048;

__global__ void compacts(const int* in, int* out) {
  __shared__ int count, places[kThreads];
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < kRounds; ++i) sum += in[(threadIdx.x + i) % kThreads];
  places[atomicAdd(&count, 1)] = sum;
  __syncthreads();
  out[threadIdx.x] = places[threadIdx.x];
}

int main() {
  int *in, *out, last = 1;
  cudaMalloc(&in, kThreads * sizeof(int));
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMemset(in, 0, kThreads * sizeof(int));
  for (int i = 0; i < 4000; ++i) compacts<<<1, kThreads>>>(in, out);
  cudaMemcpy(&last, out, sizeof last, cudaMemcpyDeviceToHost);
  return last != 0;
}
