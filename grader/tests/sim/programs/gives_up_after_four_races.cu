// expect: advice output_differs
// Six blocks raise a maximum, and each tries to four times.  Whoever loses to four others
// in a row gives up, and its value is lost.
#include <cstdio>

__global__ void raise(int* maximum) {
  const int mine = blockIdx.x + 1;
  int seen = *(volatile int*)maximum;
  for (int attempt = 0; attempt < 4 && seen < mine; ++attempt) {
    const int before = atomicCAS(maximum, seen, mine);
    if (before == seen) return;
    seen = before;
  }
}

int main() {
  int *maximum, result;
  cudaMalloc(&maximum, sizeof(int));
  cudaMemset(maximum, 0, sizeof(int));
  raise<<<6, 1>>>(maximum);
  cudaMemcpy(&result, maximum, sizeof result, cudaMemcpyDeviceToHost);
  std::printf("%d\n", result);
}
