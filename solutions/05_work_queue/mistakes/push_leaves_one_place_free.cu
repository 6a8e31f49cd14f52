// expect: wrong_result
// Never uses the last place.
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
