// expect: data_race
// The same with relaxed accesses: the flag arrives, and says nothing about the data.
#include <cuda/atomic>

__global__ void pass(int* data, int* flag, int* out) {
  cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
  if (blockIdx.x == 0) {
    *data = 42;
    ready.store(1, cuda::memory_order_relaxed);
  } else {
    while (ready.load(cuda::memory_order_relaxed) == 0) {
    }
    *out = *data;
  }
}

int main() {
  int *data, *flag, *out, result = 0;
  cudaMalloc(&data, sizeof(int));
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  pass<<<2, 1>>>(data, flag, out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  return result == 42 ? 0 : 1;
}
