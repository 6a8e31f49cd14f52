// expect: passed
// Events in the default stream come before and after the kernels of all others.
#include <cstdio>
__global__ void nothing() {}

int main() {
  cudaStream_t streams[2];
  cudaEvent_t begin, end;
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  cudaEventCreate(&begin);
  cudaEventCreate(&end);
  cudaEventRecord(begin);
  for (const cudaStream_t stream : streams) nothing<<<1, 1, 0, stream>>>();
  cudaEventRecord(end);
  cudaEventSynchronize(end);
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  std::printf("%f\n", ms);
  return ms > 0.0015f ? 0 : 1;
}
