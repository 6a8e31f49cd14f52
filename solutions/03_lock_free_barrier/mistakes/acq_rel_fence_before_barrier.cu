// expect: data_race
// Three fences, but no sequentially consistent ones: the master acquires before its
// barrier, and does not release after it.
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
    for (unsigned i = thread; i < blocks; i += threads) out[i] = goal;
  }
  if (thread == 0) {
    while (out[block] != goal) {
    }
    cuda::atomic_thread_fence(cuda::memory_order_acq_rel, cuda::thread_scope_device);
  }
  __syncthreads();
}
