// Shared by rungs of this ladder: a guard in which no thread but thread 0 orders
// anything.

#pragma once

#include <cuda/atomic>

// Draws thread 0's ticket; returns whether it is number `last`, and sets the counter to 0
// then.  For thread 0 only: it has written what the block hands over, and it alone has
// learned what the others handed over, until a barrier tells its block.
__device__ inline bool drawLast(int* counter, int last) {
  cuda::atomic_ref<int, cuda::thread_scope_device> tickets(*counter);
  // Release: the partial result, then the ticket.  Pairs with A.
  if (tickets.fetch_add(1, cuda::memory_order_release) != last) return false;
  // A.  Acquire: all tickets, then the reads of the partial results.  Only the last block
  // needs it: a draw that acquires as well has a second fence, for which all would wait.
  tickets.load(cuda::memory_order_acquire);
  tickets.store(0, cuda::memory_order_relaxed);
  return true;
}
