// expect: advice missing_relay_fence
// missing: through block 1, which has no __threadfence() between the volatile read in
// missing: is of thread 0 of block 1; thread 1 of block 1, which sends the signal, executes
// One thread of the block in the middle sees the signal and fences; another one, which
// does not, passes it on.
#include <cuda_runtime.h>
#include <cuda/atomic>

__device__ int data;
__device__ volatile int first, second;

__device__ void fence() {
  cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
}

__global__ void work(int* out) {
  if (blockIdx.x == 0) {
    if (threadIdx.x == 1) data = 7;
    __syncthreads();
    fence();
    if (threadIdx.x == 0) first = 1;
  } else if (blockIdx.x == 1) {
    if (threadIdx.x == 0) {
      while (first != 1) {
      }
      fence();
    }
    __syncthreads();
    if (threadIdx.x == 1) second = 1;
  } else if (blockIdx.x == 2 && threadIdx.x == 0) {
    while (second != 1) {
    }
    fence();
    *out = data;
  }
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  work<<<3, 2>>>(out);
  const bool fine = cudaDeviceSynchronize() == cudaSuccess;
  cudaFree(out);
  return fine ? 0 : 1;
}
