// Like answer_first, but the addition only releases, and a block that needs to acquire
// does so by a poll of its own.  An addition that acquires as well has a second fence
// after it, which takes about as long as the first one, and all wait for it, although
// the polls that follow acquire anyway.  Should save that fence.  Measured on an H200 it
// gains nothing: 1.00 of answer_first's time with one block on each multiprocessor, 1.03
// with 8.  All wait for the last block to arrive, whose addition is out before that
// fence begins; and the other blocks' fences only delay polls that come too early.
// overlay

#include <cuda/atomic>

__device__ void gpuSync(unsigned* mutex, unsigned goal) {
  __syncthreads();  // Orders the writes of all the block's threads before the arrival.

  if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> arrived(*mutex);
    // Release: the block's writes, then its arrival.  Pairs with A and B.
    const unsigned answer = arrived.fetch_add(1, cuda::memory_order_release) + 1;
    // A.  Acquire: all arrivals, then what the block reads next.
    unsigned seen = answer;
    while (int(seen - goal) < 0) seen = arrived.load(cuda::memory_order_acquire);
    // B.  Acquire: the same for the last block to arrive, which has not polled.
    if (seen == answer) arrived.load(cuda::memory_order_acquire);
  }

  __syncthreads();  // The block waits for thread 0, and what A or B orders holds for all.
}
