// No fence at all: the ticket itself releases and acquires, through cuda::atomic_ref.
// overlay

#include <cuda/atomic>

__device__ bool lastBlock(int* counter) {
  __syncthreads();
  int is_last = 0;
  if (threadIdx.x == 0) {
    // Acquire and release in one: every ticket is ordered after the writes of its own
    // block, and the last one after those of all blocks before it.
    cuda::atomic_ref<int, cuda::thread_scope_device> tickets(*counter);
    is_last = tickets.fetch_add(1, cuda::memory_order_acq_rel) == int(gridDim.x) - 1;
    if (is_last) tickets.store(0, cuda::memory_order_relaxed);
  }
  return __syncthreads_or(is_last);
}

__device__ bool lastBlockShared(int* counter) {
  __shared__ int is_last;
  __syncthreads();
  if (threadIdx.x == 0) {
    // Acquire and release in one: every ticket is ordered after the writes of its own
    // block, and the last one after those of all blocks before it.
    cuda::atomic_ref<int, cuda::thread_scope_device> tickets(*counter);
    is_last = tickets.fetch_add(1, cuda::memory_order_acq_rel) == int(gridDim.x) - 1;
    if (is_last) tickets.store(0, cuda::memory_order_relaxed);
  }
  // ...
}
