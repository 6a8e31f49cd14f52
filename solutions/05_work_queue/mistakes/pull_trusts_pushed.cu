// expect: data_race
// Trusts `pushed`, but a taken place does not mean that the item is there.
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
      // ...
    }
  }
  // ...
}
