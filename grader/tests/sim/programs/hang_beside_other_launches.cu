// expect: no_progress
// schedules: 1
// missing: The kernel stuck still runs
// The host launches work as long as another kernel runs, which gets nowhere: that it
// stores again and again is no progress, nor is the end of the others.
#include <cuda_runtime.h>

__global__ void stuck(volatile int* flag, int* tries) {
  while (*flag == 0) *tries += 1;
}

__global__ void work(int* word) { atomicAdd(word, 1); }

int main() {
  int* words;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 0, 3 * sizeof(int));
  cudaStream_t one, other;
  cudaStreamCreate(&one);
  cudaStreamCreate(&other);
  stuck<<<1, 1, 0, one>>>(words, words + 1);
  while (cudaStreamQuery(one) == cudaErrorNotReady) {
    work<<<1, 1, 0, other>>>(words + 2);
    cudaStreamSynchronize(other);
  }
  return 0;
}
