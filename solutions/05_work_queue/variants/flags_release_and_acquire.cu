// The flag carries the order: cuda::atomic_ref with release and acquire, no fence.
// overlay

#include <cuda/atomic>

__device__ bool GrowingQueue::push(WorkItem item) {
  // ...
  items[place] = item;
  cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready[place]);
  flag.store(1, cuda::memory_order_release);
  return true;
}

__device__ WorkItem GrowingQueue::pull() {
  // ...
  if (threadIdx.x == 0) {
    // ...
    while (place < *taken) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found != place) {
        // ...
      }
      cuda::atomic_ref<int, cuda::thread_scope_device> flag(ready[place]);
      while (flag.load(cuda::memory_order_acquire) == 0) {
      }
      item = items[place];
      break;
    }
  }
  // ...
}
