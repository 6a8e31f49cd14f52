// expect: passed
// schedules: 5
// Kernels that wait for 20 million ticks of the clock, as in a demonstration of streams.
__global__ void wait(long long ticks, long long* passed) {
  const long long begin = clock64();
  while (clock64() - begin < ticks) {
  }
  *passed = clock64() - begin;
}

int main() {
  constexpr long long kTicks = 20000000;
  cudaStream_t streams[2];
  long long *passed, result[2];
  cudaMalloc(&passed, sizeof result);
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreate(&streams[i]);
    wait<<<1, 1, 0, streams[i]>>>(kTicks, passed + i);
  }
  cudaDeviceSynchronize();
  cudaMemcpy(result, passed, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] >= kTicks && result[1] >= kTicks ? 0 : 1;
}
