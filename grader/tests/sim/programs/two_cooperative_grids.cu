// expect: passed
// Each grid needs most of the device, so one waits until the other has gone.
#include <cooperative_groups.h>

__global__ void meet(int* count) {
  atomicAdd(count, 1);
  cooperative_groups::this_grid().sync();
  if (atomicAdd(count, 0) != static_cast<int>(gridDim.x)) atomicExch(count, -1);
}

int main() {
  int *counts, host[2], sms, blocks;
  cudaStream_t streams[2];
  cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meet, 1, 0);
  cudaMalloc(&counts, sizeof host);
  cudaMemset(counts, 0, sizeof host);
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreate(&streams[i]);
    int* count = counts + i;
    void* arguments[] = {&count};
    cudaLaunchCooperativeKernel(meet, dim3(sms * blocks - 1), dim3(1), arguments, 0,
                                streams[i]);
  }
  cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost);
  return host[0] == sms * blocks - 1 && host[1] == host[0] ? 0 : 1;
}
