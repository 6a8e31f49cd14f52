// expect: data_race
// says: waits with ordinary reads
// unsaid: must come last
// Both sides access the flag as they would any other word.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  // ...
  items[place] = item;
  __threadfence();
  ready[place] = 1;
  return true;
}

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
