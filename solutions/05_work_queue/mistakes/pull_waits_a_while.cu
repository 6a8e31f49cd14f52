// expect: data_race
// Gives up waiting for the item's flag after 20,000 polls, and takes whatever is there.
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
      for (int looks = 0; looks < 20000; ++looks)
        if (*static_cast<volatile int*>(&ready[place]) != 0) break;
      __threadfence();
      // ...
    }
  }
  // ...
}
