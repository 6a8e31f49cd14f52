// expect: advice missing_acquire_fence
// The fence stands before the wait, and orders nothing after it.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    // ...
    while (place < *taken) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found != place) {
        // ...
      }
      __threadfence();
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      item = items[place];
      break;
    }
  }
  // ...
}
