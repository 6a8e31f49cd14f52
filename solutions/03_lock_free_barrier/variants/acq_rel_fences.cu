// Uses the weaker fences of libcu++: the master has one to acquire and one to release.
// overlay

#include <cuda/atomic>

__device__ void gpuSync(unsigned* arrayIn, unsigned* arrayOut, unsigned goal) {
  // ...
  __syncthreads();
  if (thread == 0) {
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    in[block] = goal;
  }
  if (block == 0) {
    for (unsigned i = thread; i < blocks; i += threads)
      while (in[i] != goal) {
      }
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    __syncthreads();
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (out[block] != goal) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  }
  __syncthreads();
}
