// expect: deadlock
// Draws a ticket and waits for its item, which may never be pushed.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const unsigned long long place = atomicAdd(&current, 1ull);
    if (place < capacity) {
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      __threadfence();
      item = items[place];
    }
  }
  // ...
}
