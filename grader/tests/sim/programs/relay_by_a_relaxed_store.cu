// expect: advice missing_relay_fence
// missing: through block 1, which has no __threadfence() between the atomic load in
// Block 1 puts a signal of its own in the place of the one that it saw: other than a
// read-modify-write, a store carries nothing of it on.
#include <cuda/atomic>
using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ int data, flag;
__global__ void work(int* out) {
  if (blockIdx.x == 0) {
    data = 1;
    Word(flag).store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    while (Word(flag).load(cuda::memory_order_relaxed) != 1) {
    }
    Word(flag).store(2, cuda::memory_order_relaxed);
  } else {
    while (Word(flag).load(cuda::memory_order_acquire) != 2) {
    }
    *out = data;
  }
}
int main() {
  int *out, result;
  cudaMalloc(&out, sizeof result);
  work<<<3, 1>>>(out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  cudaFree(out);
  return result == 1 ? 0 : 1;
}
