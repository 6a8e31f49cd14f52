// expect: data_race
// A latch that is asked in vain has ordered nothing.
#include <cuda/latch>

using Latch = cuda::latch<cuda::thread_scope_device>;

__global__ void gather(Latch* done, int* word, int* out) {
  if (blockIdx.x > 0) {
    *word = 3;
    done->count_down();
  } else {
    (void)done->try_wait();
    *out = *word;
  }
}

int main() {
  Latch *latch, made(1);
  int* words;
  cudaMalloc(&latch, sizeof made);
  cudaMalloc(&words, 2 * sizeof(int));
  cudaMemcpy(latch, (void*)&made, sizeof made, cudaMemcpyHostToDevice);
  gather<<<2, 1>>>(latch, words, words + 1);
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
