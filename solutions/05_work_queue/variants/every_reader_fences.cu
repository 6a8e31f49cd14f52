// Each thread of the block reads the item from the queue, after a fence of its own.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  __shared__ unsigned long long drawn;
  __syncthreads();
  if (threadIdx.x == 0) {
    drawn = capacity;
    const volatile unsigned long long* taken = &pushed;
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    while (place < *taken) {
      // ...
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      drawn = place;
      break;
    }
  }
  __syncthreads();
  if (drawn == capacity) return WorkItem::none();
  __threadfence();
  return items[drawn];
}
