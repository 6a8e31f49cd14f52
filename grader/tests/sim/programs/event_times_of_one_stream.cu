// expect: passed
// It prints times, which may differ with the schedule: that is no advice.
// An event in one stream may come before a kernel in the other one has ended.
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
  cudaEventRecord(end, streams[0]);
  cudaDeviceSynchronize();
  float ms = 0;
  cudaEventElapsedTime(&ms, begin, end);
  std::printf("%s\n", ms > 0.0015f ? "the time of both" : "the time of one");
  return 0;
}
