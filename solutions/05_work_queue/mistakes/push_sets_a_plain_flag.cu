// expect: data_race
// says: is ordinary, neither atomic nor volatile
// says: Write through a volatile pointer
// unsaid: No __syncthreads
// An ordinary write sets the flag that an atomic polls.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  while (true) {
    if (place == capacity) return false;
    const unsigned long long found = atomicCAS(&pushed, place, place + 1);
    if (found == place) break;
    place = found;
  }
  items[place] = item;
  __threadfence();
  ready[place] = 1;
  return true;
}

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    while (place < *static_cast<volatile unsigned long long*>(&pushed)) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found == place) {
        while (atomicAdd(&ready[place], 0) == 0) {
        }
        __threadfence();
        item = items[place];
        break;
      }
      place = found;
    }
  }
  __syncthreads();
  const WorkItem mine = item;
  __syncthreads();
  return mine;
}
