// expect: wrong_result
// says: must look again
// If another block is faster, returns none() although more items lie there.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const volatile unsigned long long* taken = &pushed;
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    if (place < *taken && atomicCAS(&current, place, place + 1) == place) {
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      __threadfence();
      item = items[place];
    }
  }
  // ...
}
