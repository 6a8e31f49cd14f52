// expect: wrong_result
// Reads how many places are taken, and then where to draw from.  In between, another
// block may push an item and draw the one before it: then this returns none, although an
// item lay there all the time.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const unsigned long long taken = *static_cast<volatile unsigned long long*>(&pushed);
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    while (place < taken) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      // ...
    }
  }
  // ...
}
