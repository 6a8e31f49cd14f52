// expect: wrong_result
// Each ticket that is drawn from an empty queue is a place that nobody will be handed.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const unsigned long long place = atomicAdd(&current, 1ull);
    if (place < *static_cast<volatile unsigned long long*>(&pushed)) {
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      __threadfence();
      item = items[place];
    }
  }
  // ...
}
