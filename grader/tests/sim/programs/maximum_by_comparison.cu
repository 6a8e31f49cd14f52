// expect: data_race
// missing: The read and the write in line 11 are two steps
// unsaid: a lock must admit
// The atomicAdd before it is no lock, although both kernels have passed it.
#include <cuda_runtime.h>

__device__ int count, most;

__global__ void visit() {
  const int mine = atomicAdd(&count, 1) + 1;
  if (most < mine) most = mine;
  atomicSub(&count, 1);
}

int main() {
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) {
    cudaStreamCreate(&stream);
    visit<<<1, 1, 0, stream>>>();
  }
  cudaDeviceSynchronize();
  for (cudaStream_t& stream : streams) cudaStreamDestroy(stream);
}
