// expect: passed
// schedules: 200
// The aggregated increment: the lanes that are active draw places together, by one
// atomic.
#include <cuda_runtime.h>

__global__ void draw(int* count, int* places) {
  const int lane = threadIdx.x;
  const unsigned active = __activemask();
  const int leader = __ffs(active) - 1;
  int first = 0;
  if (lane == leader) first = atomicAdd(count, __popc(active));
  first = __shfl_sync(active, first, leader);
  places[lane] = first + __popc(active & ((1u << lane) - 1));
}

int main() {
  int *words, places[32];
  cudaMalloc(&words, 33 * sizeof(int));
  cudaMemset(words, 0, 33 * sizeof(int));
  draw<<<1, 32>>>(words, words + 1);
  cudaMemcpy(places, words + 1, sizeof places, cudaMemcpyDeviceToHost);
  unsigned taken = 0;
  for (const int place : places)
    if (place >= 0 && place < 32) taken |= 1u << place;
  return taken == ~0u ? 0 : 1;
}
