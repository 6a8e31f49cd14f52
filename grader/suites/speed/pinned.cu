// Host code that works on pinned and managed memory: 10^8 accesses.
#include <cuda_runtime.h>
__global__ void nothing() {}
int main() {
  const int n = 1 << 20;
  int *pinned, *managed;
  cudaMallocHost(&pinned, n * sizeof(int));
  cudaMallocManaged(&managed, n * sizeof(int));
  nothing<<<1, 1>>>();
  cudaDeviceSynchronize();
  int sum = 0;
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < n; ++i) pinned[i] = round + i;
    for (int i = 0; i < n; ++i) managed[i] = pinned[i] + 1;
    for (int i = 0; i < n; ++i) sum += managed[i] - pinned[i];
  }
  cudaFree(managed);
  cudaFreeHost(pinned);
  return sum == 20 * n ? 0 : 1;
}
