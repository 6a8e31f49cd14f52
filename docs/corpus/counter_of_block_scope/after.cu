// expect: passed
// thread: NVIDIA/cudf#16051
// The scope is the device.
#include <cuda/atomic>

__global__ void count_valid(const int* in, int n, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || in[i] < 0) return;
  cuda::atomic_ref<int, cuda::thread_scope_device> valid(*count);
  valid.fetch_add(1, cuda::std::memory_order_relaxed);
}

int main() {
  const int n = 16;
  int host[n], *in, *count, result = 0;
  for (int i = 0; i < n; ++i) host[i] = i % 4 - 1;
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&count, sizeof(int));
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemset(count, 0, sizeof(int));
  count_valid<<<2, 8>>>(in, n, count);
  cudaMemcpy(&result, count, sizeof result, cudaMemcpyDeviceToHost);
  return result == 12 ? 0 : 1;
}
