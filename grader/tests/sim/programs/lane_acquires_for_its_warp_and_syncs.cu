// expect: passed
// The same, then __syncwarp().
#include <cuda/atomic>
__device__ int data[32];
__device__ cuda::atomic<int, cuda::thread_scope_device> ready;
__global__ void k(int* out) {
  if (blockIdx.x == 0) {
    data[threadIdx.x] = 5;
    __syncthreads();
    if (threadIdx.x == 0) ready.store(1, cuda::memory_order_release);
  } else {
    int r = 0;
    if (threadIdx.x == 0)
      while ((r = ready.load(cuda::memory_order_acquire)) == 0) {
      }
    r = __shfl_sync(0xffffffffu, r, 0);
    __syncwarp();
    out[threadIdx.x] = data[threadIdx.x] * r;
  }
}
int main() {
  int *d, h[32];
  cudaMalloc(&d, 128);
  k<<<2, 32>>>(d);
  cudaMemcpy(h, d, 128, cudaMemcpyDeviceToHost);
  cudaFree(d);
  for (int v : h)
    if (v != 5) return 1;
  return 0;
}
