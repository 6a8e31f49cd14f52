// expect: passed
// Who waits at a latch sees what those wrote who counted it down.
#include <cuda/latch>

using Latch = cuda::latch<cuda::thread_scope_device>;

__global__ void gather(Latch* done, int* words, int* sum) {
  if (blockIdx.x > 0) {
    words[blockIdx.x] = 3;
    done->count_down();
  } else {
    words[0] = 3;
    done->arrive_and_wait();
    *sum = words[0] + words[1] + words[2];
    if (!done->try_wait()) *sum = 0;
  }
}

int main() {
  Latch *latch, made(3);
  int *words, result = 0;
  cudaMalloc(&latch, sizeof made);
  cudaMalloc(&words, 4 * sizeof(int));
  cudaMemcpy(latch, (void*)&made, sizeof made, cudaMemcpyHostToDevice);
  gather<<<3, 1>>>(latch, words, words + 3);
  cudaMemcpy(&result, words + 3, sizeof result, cudaMemcpyDeviceToHost);
  return result == 9 ? 0 : 1;
}
