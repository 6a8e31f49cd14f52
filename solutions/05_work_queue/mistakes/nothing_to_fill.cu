// expect: bad_access
// A queue of nothing is not filled, as if it were empty already.
// overlay

__host__ __device__ void WorkQueue::fill(const WorkItem* new_items,
                                         unsigned long long count) {
  if (count == 0) return;
  items = new_items;
  // ...
}
