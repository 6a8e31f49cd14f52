// expect: wrong_result
// says: although all places were drawn
// says: draw by atomicCAS only a place that is taken
// says: wait until its item is there
// Each ticket drawn from an empty queue loses the item that is pushed there later.
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
