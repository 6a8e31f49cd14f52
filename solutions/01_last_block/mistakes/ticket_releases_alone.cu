// expect: advice missing_acquire_fence
// says: it needs memory_order_acq_rel, for
// The ticket releases, and does not acquire.
// overlay

#include <cuda/atomic>

__device__ bool lastBlock(int* counter) {
  int is_last = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ticket(*counter);
    is_last = ticket.fetch_add(1, cuda::memory_order_release) == int(gridDim.x) - 1;
    if (is_last) *counter = 0;
  }
  return __syncthreads_or(is_last);
}
