// expect: advice missing_acquire_fence
// A message: the store releases, the load is relaxed.
#include <cstdio>
#include <cuda/atomic>

__device__ int message;
__device__ int flag;

// [kernel]
__global__ void pass(int* result) {
  cuda::atomic_ref<int, cuda::thread_scope_device> signal(flag);
  if (blockIdx.x == 0) {
    message = 42;
    signal.store(1, cuda::memory_order_release);
  } else {
    while (signal.load(cuda::memory_order_relaxed) == 0) {
    }
    *result = message;
  }
}
// [kernel]

int main() {
  int* result;
  int host = 0;
  cudaMalloc(&result, sizeof(int));
  pass<<<2, 1>>>(result);
  cudaMemcpy(&host, result, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(result);
  std::printf("%d\n", host);
  return host == 42 ? 0 : 1;
}
