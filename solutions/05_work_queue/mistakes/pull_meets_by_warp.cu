// expect: data_race
// The first barrier is one of each warp: thread 0 may write the next item while another
// warp still reads the last.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  __syncwarp();
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
