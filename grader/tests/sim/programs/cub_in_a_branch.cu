// expect: divergent_barrier
// told: line 10
// A collective is for all threads of the block.
#include <cub/block/block_reduce.cuh>

__global__ void sum(const int* in, int* out, int n) {
  using Reduce = cub::BlockReduce<int, 64>;
  __shared__ typename Reduce::TempStorage storage;
  if (threadIdx.x < n) {
    const int all = Reduce(storage).Sum(in[threadIdx.x], n);
    if (threadIdx.x == 0) *out = all;
  }
  __syncthreads();
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  sum<<<1, 64>>>(in, out, 40);
  return cudaDeviceSynchronize();
}
