// expect: data_race
// missing: in stream (2nd of line 13), after the launch in line 14, in stream (1st of line 13)
// missing: record one in stream (1st of line 13) after line 14
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
