// expect: wrong_result
// says: call work() in all of its threads
// Thread 0 of each block draws and keeps the record of all threads of the block, which
// needs no barrier.  The other threads end at once.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  if (threadIdx.x != 0) return;
  for (;;) {
    const WorkItem item = queue->draw();
    if (item.isNone()) return;
    for (unsigned thread = 0; thread < blockDim.x; ++thread)
      atomicAdd(&ledger.handed[size_t(item.id) * blockDim.x + thread],
                256 * (blockIdx.x + 1) + 1);
  }
}
