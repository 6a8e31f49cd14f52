// expect: bad_access
// The last index is count - 1, and with no items that is a very large number.
// overlay

__host__ __device__ void WorkQueue::fill(const WorkItem* new_items,
                                         unsigned long long count) {
  items = new_items;
  total = count - 1;
  current = 0;
}

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(&current, 1ull);
  return index <= total ? items[index] : WorkItem::none();
}
