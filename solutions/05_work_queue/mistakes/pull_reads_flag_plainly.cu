// expect: data_race
// Waits on a plain read, which the compiler may do once and for all.
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
      while (ready[place] == 0) {
      }
      __threadfence();
      // ...
    }
  }
  // ...
}
