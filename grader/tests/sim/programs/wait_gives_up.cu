// expect: wrong_result
// The consumer looks 20,000 times and then takes what is there: no schedule is too unfair
// to happen, and a GPU that is shared knows long pauses.
#include <cuda_runtime.h>

__global__ void hand_over(volatile int* full, volatile int* item, volatile int* taken) {
  if (blockIdx.x == 0) {
    *item = 42;
    __threadfence();
    *full = 1;
  } else {
    for (int looks = 0; looks < 20000 && *full == 0; ++looks) {
    }
    __threadfence();
    *taken = *item;
  }
}

int main() {
  int *words, taken = 0;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  hand_over<<<2, 1>>>(words, words + 1, words + 2);
  cudaMemcpy(&taken, words + 2, sizeof taken, cudaMemcpyDeviceToHost);
  return taken == 42 ? 0 : 1;
}
