// expect: deadlock
// unsaid: steps by their number
// Draws a ticket whatever has been pushed, and waits for an item that does not come.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == 0) {
    const unsigned long long place = atomicAdd(&current, 1ull);
    item = WorkItem::none();
    if (place < capacity) {
      while (atomicAdd(&ready[place], 0) == 0) {
      }
      __threadfence();
      item = items[place];
    }
  }
  __syncthreads();
  return item;
}
