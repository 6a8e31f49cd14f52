// expect: bad_access
// unsaid: another thread came between them
// A refused push advances `pushed` all the same, and pull() looks at the index plainly.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  const unsigned long long place = atomicAdd(&pushed, 1ull);
  if (place >= capacity) return false;
  items[place] = item;
  // ...
}

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    for (;;) {
      const unsigned long long place = current;
      if (place >= pushed) break;
      if (atomicCAS(&current, place, place + 1) != place) continue;
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      __threadfence();
      item = items[place];
      break;
    }
  }
  // ...
}
