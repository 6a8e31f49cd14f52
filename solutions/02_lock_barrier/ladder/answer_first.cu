// No block polls before its own addition has been answered.  Should save time for the
// others: the word serves additions and polls one at a time, so each poll that comes too
// early delays an arrival.  The last block to arrive learns that from the answer and
// need not poll at all.  Measured on an H200, relative to grid.sync()'s time: 0.89,
// 0.90, 0.90, 0.93 and 0.92 with 1, 2, 4, 8 and 16 blocks on each multiprocessor.  The
// reference, which polls at once, takes 0.98, 1.29, 1.58, 1.55 and 1.50.
// overlay

#include <cuda/atomic>

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();  // Orders the writes of all the block's threads before the arrival.

  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> arrived(*mutex);
    // A.  Release: the block's writes, then its arrival.  Acquire: the arrivals before
    // it.
    unsigned count = arrived.fetch_add(1, cuda::memory_order_acq_rel) + 1;
    // B.  Acquire: all arrivals, then what the block reads next.  Pairs with A.
    while (int(count - goal) < 0) count = arrived.load(cuda::memory_order_acquire);
  }

  __syncthreads();  // The block waits for thread 0, and what A or B orders holds for all.
}
