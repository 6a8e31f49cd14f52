// expect: data_race
// missing: on the 1st of streams, and the host continues at once
// missing: cudaStreamSynchronize() for the 1st of streams must come between
// told: racing cudaMemsetAsync data[0], 256 bytes
// unsaid: streams[i]
// The only stream that a loop created is named as one of several is.
#include <cuda_runtime.h>

int main() {
  const int count = 1;
  cudaStream_t streams[2];
  for (int i = 0; i < count; ++i) cudaStreamCreate(&streams[i]);
  int* data;
  cudaHostAlloc(&data, 64 * sizeof(int), cudaHostAllocMapped);
  cudaMemsetAsync(data, 0, 64 * sizeof(int), streams[0]);
  const int first = data[0];
  cudaDeviceSynchronize();
  return first != 0;
}
