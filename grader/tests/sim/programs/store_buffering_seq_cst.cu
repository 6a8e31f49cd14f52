// expect: passed
// A seq_cst access has a fence.sc before it: at least one of the blocks sees a 1.
#include <cuda/atomic>

using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;

__device__ int word[2];

__global__ void cross(int* seen) {
  Word(word[blockIdx.x]).store(1);
  seen[blockIdx.x] = Word(word[1 - blockIdx.x]).load();
}

int main() {
  int *seen, result[2];
  cudaMalloc(&seen, sizeof result);
  cross<<<2, 1>>>(seen);
  cudaMemcpy(result, seen, sizeof result, cudaMemcpyDeviceToHost);
  return result[0] == 0 && result[1] == 0 ? 1 : 0;
}
