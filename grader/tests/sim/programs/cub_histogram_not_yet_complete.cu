// expect: data_race
// told: counts
// A histogram is read in front of the barrier behind which it is complete.
#include <cub/block/block_histogram.cuh>

__global__ void count(const unsigned char* in, int* out) {
  using Histogram = cub::BlockHistogram<unsigned char, 64, 1, 64>;
  __shared__ typename Histogram::TempStorage storage;
  __shared__ int counts[64];
  unsigned char item[1] = {in[threadIdx.x]};
  Histogram(storage).Histogram(item, counts);
  // __syncthreads() is missing here.
  out[threadIdx.x] = counts[63 - threadIdx.x];
}

int main() {
  unsigned char* in;
  int* out;
  cudaMalloc(&in, 64);
  cudaMalloc(&out, 64 * sizeof(int));
  cudaMemset(in, 7, 64);
  count<<<1, 64>>>(in, out);
  return cudaDeviceSynchronize();
}
