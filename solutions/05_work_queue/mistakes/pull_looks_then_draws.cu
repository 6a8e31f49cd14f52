// expect: bad_access, deadlock
// says: another thread came between
// Looks, then draws: between the two, another block takes the last item.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    if (*static_cast<volatile unsigned long long*>(&current) <
        *static_cast<volatile unsigned long long*>(&pushed)) {
      const unsigned long long place = atomicAdd(&current, 1ull);
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      __threadfence();
      item = items[place];
    }
  }
  // ...
}
