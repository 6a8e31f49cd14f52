// expect: bad_access, wrong_result
// Does not fill a queue of no items, as if it were already empty.
// overlay

__host__ __device__ void WorkQueue::fill(const WorkItem* new_items,
                                         unsigned long long count) {
  if (count == 0) return;
  items = new_items;
  // ...
}
