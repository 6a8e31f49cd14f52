// expect: wrong_result
// The last place is a place, too.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  for (;;) {
    if (place + 1 >= capacity) return false;
    const unsigned long long found = atomicCAS(&pushed, place, place + 1);
    // ...
  }
  // ...
}
