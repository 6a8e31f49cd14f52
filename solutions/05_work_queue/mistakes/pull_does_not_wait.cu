// expect: wrong_result
// If the next item is still on its way, returns none, although another may lie behind
// it: the sheet says that pull() waits.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    // ...
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    while (place < *taken && atomicAdd(&ready[place], 0) == 1) {
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
