// expect: passed
// schedules: 3
// Every block size up to 130, as when the best one is looked for: together they have more
// threads than the simulator can tell apart at a time.
#include <cstdio>

__global__ void count(int* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, 1);
}

int main() {
  const int n = 1000;
  int* sum;
  cudaMalloc(&sum, sizeof *sum);
  for (int size = 1; size <= 130; ++size) {
    cudaMemset(sum, 0, sizeof *sum);
    count<<<(n + size - 1) / size, size>>>(sum, n);
    int counted = 0;
    cudaMemcpy(&counted, sum, sizeof counted, cudaMemcpyDeviceToHost);
    if (counted != n) return 1;
  }
  std::puts("all sizes count the same");
}
