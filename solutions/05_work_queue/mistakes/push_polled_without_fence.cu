// expect: data_race
// says: No __threadfence() lies between the write in
// unsaid: takes it for the signal
// The flag, polled by an atomic, may be seen before the item.
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
  atomicExch(&ready[place], 1);
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
