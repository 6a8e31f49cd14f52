// expect: advice missing_acquire_fence
// schedules: 1000
// missing: before the read in line 23 only if a __threadfence() precedes
// Seqlock whose reader has no fence before it looks at the number again.
#include <cuda/atomic>
using R = cuda::atomic_ref<int, cuda::thread_scope_device>;
__device__ int seq, data[2];
__global__ void work(int* bad) {
  using namespace cuda;
  if (blockIdx.x == 0) {
    for (int v = 1; v <= 2; ++v) {
      R(seq).store(2 * v - 1, memory_order_relaxed);
      atomic_thread_fence(memory_order_release, thread_scope_device);
      R(data[0]).store(v, memory_order_relaxed);
      R(data[1]).store(v, memory_order_relaxed);
      R(seq).store(2 * v, memory_order_release);
    }
  } else {
    for (int tries = 0; tries < 2; ++tries) {
      int s = R(seq).load(memory_order_acquire);
      int a = R(data[0]).load(memory_order_relaxed),
          b = R(data[1]).load(memory_order_relaxed);
      if (s % 2 == 0 && R(seq).load(memory_order_relaxed) == s && (a != b || a != s / 2))
        atomicAdd(bad, 1);
    }
  }
}
int main() {
  int *d, h;
  cudaMalloc(&d, 4);
  cudaMemset(d, 0, 4);
  work<<<2, 1>>>(d);
  cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
  cudaFree(d);
  return h;
}
