// `pushed` runs on past the capacity, as an index does, and pull() minds the smaller of
// the two.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  const unsigned long long place = atomicAdd(&pushed, 1ull);
  if (place >= capacity) return false;
  items[place] = item;
  __threadfence();
  atomicExch(&ready[place], 1);
  return true;
}

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == 0) {
    item = WorkItem::none();
    const volatile unsigned long long* taken = &pushed;
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    while (place < capacity && place < *taken) {
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
