// expect: stale_value
// The same with accesses that release and acquire: the two readers may still disagree.
#include <cuda/atomic>

__device__ int x_word, y_word;

// [kernel]
__global__ void watch(int* saw) {
  using Word = cuda::atomic_ref<int, cuda::thread_scope_device>;
  Word x(x_word), y(y_word);
  if (blockIdx.x == 0) {
    x.store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 1) {
    y.store(1, cuda::memory_order_release);
  } else if (blockIdx.x == 2) {
    saw[0] = x.load(cuda::memory_order_acquire);
    saw[1] = y.load(cuda::memory_order_acquire);
  } else {
    saw[2] = y.load(cuda::memory_order_acquire);
    saw[3] = x.load(cuda::memory_order_acquire);
  }
}
// [kernel]

int main() {
  int* saw;
  int host[4] = {};
  cudaMalloc(&saw, sizeof host);
  watch<<<4, 1>>>(saw);
  cudaMemcpy(host, saw, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(saw);
  const bool x_came_first = host[0] == 1 && host[1] == 0;  // As block 2 saw it.
  const bool y_came_first = host[2] == 1 && host[3] == 0;  // As block 3 saw it.
  return x_came_first && y_came_first;
}
