// The order sits in the flag: cuda::atomic_ref with release and acquire, no fence.
// overlay

#include <cuda/atomic>

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  for (;;) {
    if (place >= capacity) return false;
    const unsigned long long found = atomicCAS(&pushed, place, place + 1);
    if (found == place) break;
    place = found;
  }
  items[place] = item;
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready[place]);
  flag.store(1, cuda::memory_order_release);
  return true;
}

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
      cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready[place]);
      while (flag.load(cuda::memory_order_acquire) == 0) {
      }
      item = items[place];
      break;
    }
  }
  __syncthreads();
  return item;
}
