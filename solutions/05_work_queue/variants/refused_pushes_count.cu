// `pushed` runs on past the capacity, as an index does, and pull() uses the smaller of
// the two.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  const unsigned long long place = atomicAdd(&pushed, 1ull);
  if (place >= capacity) return false;
  items[place] = item;
  // ...
}

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    // ...
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    while (place < capacity && place < *taken) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      // ...
    }
  }
  // ...
}
