// expect: wrong_result
// fill() leaves `current` where the last queue ended.
// overlay

__host__ __device__ void WorkQueue::fill(const WorkItem* new_items,
                                         unsigned long long count) {
  items = new_items;
  total = count;
}
