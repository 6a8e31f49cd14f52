// expect: data_race
// A relaxed ticket through cuda::atomic_ref: it is atomic, but orders nothing else.
// overlay

#include <cuda/atomic>

__device__ bool lastBlock(int* counter) {
  __syncthreads();
  int is_last = 0;
  if (threadIdx.x == 0) {
    cuda::atomic_ref<int, cuda::thread_scope_device> tickets(*counter);
    is_last = tickets.fetch_add(1, cuda::memory_order_relaxed) == int(gridDim.x) - 1;
    if (is_last) tickets.store(0, cuda::memory_order_relaxed);
  }
  return __syncthreads_or(is_last);
}
