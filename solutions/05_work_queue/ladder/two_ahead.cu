// Thread 0 has the index of the item after the next one, and asks for the next item
// itself, before the block works; it needs neither answer until the work is done.  In
// drawn_ahead it waits for the index before it works, since it needs the index to ask
// for the item.  Should save the whole round trip.  The price comes at the end: a block
// with a long item holds two more that others could take.  Measured on an H200 with
// items that take next to no time, relative to the reference's time: 0.45 with one block
// on each multiprocessor, 0.44 with 8.  With items of 1 us it is 0.81, of 10 us 0.98.
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
    later = atomicAdd(&queue->current, 1ull);
  }
  for (int turn = 0;; turn = 1 - turn) {
    // Orders the write of slot[turn] before its reads, and the reads of the other slot, a
    // turn ago, before the next write of it.
    __syncthreads();
    const WorkItem item = slot[turn];
    if (item.isNone()) return;

    WorkItem next;
    if (threadIdx.x == 0) {
      next = later < total ? items[later] : WorkItem::none();
      later = atomicAdd(&queue->current, 1ull);
    }
    work(item, ledger);
    if (threadIdx.x == 0) slot[1 - turn] = next;
  }
}
