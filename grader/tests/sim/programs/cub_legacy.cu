// expect: passed
// command: --legacy
// The functors that CUB has dropped.
#include <cub/cub.cuh>

__global__ void reduce(int* out) {
  using Reduce = cub::BlockReduce<int, 32>;
  __shared__ Reduce::TempStorage storage;
  const int value = threadIdx.x;
  const int all = Reduce(storage).Reduce(value, cub::Max());
  if (value == 0) *out = all;
}

int main() {
  int* out;
  cudaMallocManaged(&out, sizeof(int));
  reduce<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  return *out == 31 ? 0 : 1;
}
