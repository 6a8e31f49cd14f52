// expect: data_race
// missing: No __syncthreads() that both threads reach lies between line 16 and line 15
// What loads a tile and what sums it up share their storage without a barrier between.
#include <cub/cub.cuh>

__global__ void sum(const int* in, int* out) {
  using Load = cub::BlockLoad<int, 64, 2, cub::BLOCK_LOAD_TRANSPOSE>;
  using Reduce = cub::BlockReduce<int, 64>;
  __shared__ union {
    typename Load::TempStorage load;
    typename Reduce::TempStorage reduce;
  } storage;
  int items[2];

  Load(storage.load).Load(in, items);
  const int all = Reduce(storage.reduce).Sum(items);
  if (threadIdx.x == 0) *out = all;
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 128 * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 1, 128 * sizeof(int));
  sum<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize();
}
