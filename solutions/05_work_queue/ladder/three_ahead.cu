// Like two_ahead, but the threads read the next item from shared memory before they
// work, so that between two items there is only the barrier.  Should save the detour
// through shared memory, some dozens of cycles per item.  The price comes at the end: a
// block with a long item holds three more that others could take.  Measured on an H200
// with items that take next to no time, relative to the reference's time: 0.62 with one
// block on each multiprocessor, where two_ahead takes 0.45, and 0.45 with 8, where it
// takes 0.44.  With items of 1 us both take 0.81, of 10 us 0.98.
//
// timed in: main, lengths
// overlay
// without: WorkQueue::next

__device__ WorkItem WorkQueue::next() {
  // ...
}

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot[2];
  const WorkItem* const items = queue->items;
  const unsigned long long total = queue->total;
  unsigned long long later = 0;
  if (threadIdx.x == 0) {
    slot[0] = queue->draw();
    slot[1] = queue->draw();
    later = atomicAdd(&queue->current, 1ull);
  }
  __syncthreads();  // Orders the writes of both slots before their reads.
  WorkItem item = slot[0];
  __syncthreads();  // Orders these reads before the next write of slot[0].

  for (int turn = 1; !item.isNone(); turn = 1 - turn) {
    const WorkItem next = slot[turn];
    WorkItem following;
    if (threadIdx.x == 0) {
      following = later < total ? items[later] : WorkItem::none();
      later = atomicAdd(&queue->current, 1ull);
    }
    work(item, ledger);
    if (threadIdx.x == 0) slot[1 - turn] = following;
    // Orders the write of slot[1 - turn] before its reads in the next turn, and the reads
    // of slot[turn] before the write of it there.
    __syncthreads();
    item = next;
  }
}
