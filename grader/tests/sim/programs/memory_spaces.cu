// expect: passed
// __shared__ static and dynamic, __device__, __constant__ and __managed__ variables.
#include <cstdio>

__constant__ int factors[4];
__device__ int total;
__device__ unsigned long long calls = 40;
__managed__ int seen = 1;

template <class T>
__device__ T block_sum(T value) {
  __shared__ T partial[64];
  partial[threadIdx.x] = value;
  __syncthreads();
  T sum = 0;
  for (unsigned i = 0; i < blockDim.x; ++i) sum += partial[i];
  __syncthreads();
  return sum;
}

__global__ void add(int n) {
  extern __shared__ int scratch[];
  scratch[threadIdx.x] = threadIdx.x < n ? factors[threadIdx.x % 4] : 0;
  __syncthreads();
  const int sum = block_sum(scratch[blockDim.x - 1 - threadIdx.x]);
  if (threadIdx.x == 0) {
    atomicAdd(&total, sum);
    atomicAdd(&calls, 1ull);
    if (blockIdx.x == 0) seen = 2;
  }
}

int main() {
  const int host[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(factors, host, sizeof host);
  for (int i = 0; i < 2; ++i) add<<<3, 8, 8 * sizeof(int)>>>(8);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int sum = 0;
  unsigned long long launches = 0;
  cudaMemcpyFromSymbol(&sum, total, sizeof sum);
  cudaMemcpyFromSymbol(&launches, calls, sizeof launches);
  std::printf("%d %llu %d\n", sum, launches, seen);
  return sum == 2 * 3 * 20 && launches == 46 && seen == 2 ? 0 : 1;
}
