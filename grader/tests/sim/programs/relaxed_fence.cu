// expect: data_race
// A relaxed fence orders nothing.
#include <cuda/atomic>

__device__ int data;
__device__ volatile int flag;

__global__ void pass(int* out) {
  if (blockIdx.x == 0) {
    data = 42;
    cuda::atomic_thread_fence(cuda::memory_order_relaxed, cuda::thread_scope_device);
    flag = 1;
  } else {
    while (flag == 0) {
    }
    __threadfence();
    *out = data;
  }
}

int main() {
  int *out, result = 0;
  cudaMalloc(&out, sizeof(int));
  pass<<<2, 1>>>(out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 42 ? 0 : 1;
}
