// expect: wrong_result
// push() refuses the items of all threads but thread 0.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  for (;;) {
    if (threadIdx.x != 0 || place >= capacity) return false;
    const unsigned long long found = atomicCAS(&pushed, place, place + 1);
    // ...
  }
  // ...
}
