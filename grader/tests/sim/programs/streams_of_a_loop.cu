// expect: data_race
// command: --strict
// missing: in stream (2nd of line 14), after the launch in line 15, in stream (1st of line 14)
// missing: record one in stream (1st of line 14) after line 15
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
