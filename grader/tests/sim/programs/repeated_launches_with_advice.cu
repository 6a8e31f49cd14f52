// expect: advice uninitialized_read
// schedules: 3
// What is advice about the first launch keeps none of the 4,000 from being replaced.
#include <cuda_runtime.h>

constexpr int kThreads = 128, kRounds = 2048;

__global__ void sums(const int* in, int* out) {
  __shared__ int base[kThreads];
  base[threadIdx.x] = 0;
  __syncthreads();
  int sum = base[threadIdx.x];
  for (int i = 0; i < kRounds; ++i) sum += in[(threadIdx.x + i) % kThreads];
  out[threadIdx.x] = sum;
}

__global__ void reads_too_much(int* out) {
  __shared__ int values[kThreads];
  if (threadIdx.x != 0) values[threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x] & 0;
}

int main() {
  int *in, *out, last = 1;
  cudaMalloc(&in, kThreads * sizeof(int));
  cudaMalloc(&out, kThreads * sizeof(int));
  cudaMemset(in, 0, kThreads * sizeof(int));
  reads_too_much<<<1, kThreads>>>(in);
  for (int i = 0; i < 4000; ++i) sums<<<1, kThreads>>>(in, out);
  cudaMemcpy(&last, out, sizeof last, cudaMemcpyDeviceToHost);
  return last != 0;
}
