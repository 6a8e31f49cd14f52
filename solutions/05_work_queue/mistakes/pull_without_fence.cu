// expect: advice missing_acquire_fence
// Sees the flag, then reads the item, with nothing in between.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    // ...
    while (place < *taken) {
      // ...
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      item = items[place];
      break;
    }
  }
  // ...
}
