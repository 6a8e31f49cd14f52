// expect: data_race
// command: --strict
// missing: in the 2nd stream, after the launch in line 15, in the 1st stream
// missing: record one in the 1st stream after line 15
// Streams that a loop makes under one name.
#include <cuda_runtime.h>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int* data;
  cudaMalloc(&data, 64 * sizeof(int));
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  fill<<<1, 64, 0, streams[0]>>>(data);
  fill<<<1, 64, 0, streams[1]>>>(data);
  return cudaDeviceSynchronize();
}
