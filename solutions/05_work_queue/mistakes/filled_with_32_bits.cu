// expect: wrong_result
// The number of items goes through an unsigned on its way into the queue.
// overlay

__host__ __device__ void WorkQueue::fill(const WorkItem* new_items,
                                         unsigned long long count) {
  items = new_items;
  total = static_cast<unsigned>(count);
  current = 0;
}
