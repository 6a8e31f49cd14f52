// A relaxed cuda::atomic_ref on the index is enough: an earlier kernel wrote items[].
// overlay

#include <cuda/atomic>

__device__ WorkItem WorkQueue::draw() {
  cuda::atomic_ref<unsigned long long, cuda::thread_scope_device> index_of_queue(current);
  const unsigned long long index =
      index_of_queue.fetch_add(1, cuda::memory_order_relaxed);
  return index < total ? items[index] : WorkItem::none();
}
