// expect: wrong_result
// push() refuses what any other thread than thread 0 has.
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
