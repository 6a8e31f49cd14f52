// expect: data_race
// Gives up waiting for the item's flag after 20,000 looks, and takes what is there.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const volatile unsigned long long* taken = &pushed;
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    while (place < *taken) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found != place) {
        place = found;
        continue;
      }
      for (int looks = 0; looks < 20000; ++looks)
        if (*static_cast<volatile int*>(&ready[place]) != 0) break;
      __threadfence();
      item = items[place];
      break;
    }
  }
  __syncthreads();
  return item;
}
