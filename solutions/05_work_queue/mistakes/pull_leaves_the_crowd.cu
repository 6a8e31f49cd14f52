// expect: wrong_result
// pull(): after losing 32 times, says that there is nothing.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    // ...
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    for (int lost = 0; lost < 32 && place < *taken; ++lost) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      // ...
    }
  }
  // ...
}
