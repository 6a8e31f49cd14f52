// expect: wrong_result
// Reads how many places are taken, and then where to draw from.  Between the two another
// block may push an item and draw the one before it: then this says none, while an item
// lay there all the time.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const unsigned long long taken = *static_cast<volatile unsigned long long*>(&pushed);
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    while (place < taken) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found != place) {
        place = found;
        continue;
      }
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      __threadfence();
      item = items[place];
      break;
    }
  }
  __syncthreads();
  return item;
}
