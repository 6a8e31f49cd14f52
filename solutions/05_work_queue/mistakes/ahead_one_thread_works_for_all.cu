// expect: wrong_result
// As one_thread_works_for_all, with the next item drawn ahead.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  if (threadIdx.x != 0) return;
  WorkItem item = queue->draw();
  while (!item.isNone()) {
    const WorkItem following = queue->draw();
    for (unsigned thread = 0; thread < blockDim.x; ++thread) {
      const size_t place = size_t(item.id) * blockDim.x + thread;
      if (ledger.index) ledger.index_seen[place] = *ledger.index;
      atomicAdd(&ledger.handed[place], 256 * (blockIdx.x + 1) + 1);
    }
    item = following;
  }
}
