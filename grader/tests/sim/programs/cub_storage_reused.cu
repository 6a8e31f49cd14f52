// expect: data_race
// missing: No __syncthreads() that both threads reach lies between line 13 and line 14
// told: storage
// Two reductions use one storage, and no barrier lies between them.
#include <cub/block/block_reduce.cuh>

__global__ void sums(const int* in, int* out) {
  using Reduce = cub::BlockReduce<int, 64>;
  __shared__ typename Reduce::TempStorage storage;
  const int value = in[threadIdx.x];
  const int square = value * value;

  const int sum = Reduce(storage).Sum(value);
  const int squares = Reduce(storage).Sum(square);
  if (threadIdx.x == 0) {
    out[0] = sum;
    out[1] = squares;
  }
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 64 * sizeof(int));
  cudaMalloc(&out, 2 * sizeof(int));
  cudaMemset(in, 1, 64 * sizeof(int));
  sums<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize();
}
