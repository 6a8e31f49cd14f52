// expect: data_race
// told: line 11  racing
// A block scans several tiles with one storage, and no barrier ends a round.
#include <cub/block/block_scan.cuh>

__global__ void scan(int* data, int rounds) {
  using Scan = cub::BlockScan<int, 64>;
  __shared__ typename Scan::TempStorage storage;
  for (int round = 0; round < rounds; ++round) {
    int& value = data[round * 64 + threadIdx.x];
    Scan(storage).InclusiveSum(value, value);
  }
}

int main() {
  int* data;
  cudaMalloc(&data, 128 * sizeof(int));
  cudaMemset(data, 0, 128 * sizeof(int));
  scan<<<1, 64>>>(data, 2);
  return cudaDeviceSynchronize();
}
