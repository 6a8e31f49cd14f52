// expect: bad_access
// Treats items[total] as an item.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(&current, 1ull);
  return index <= total ? items[index] : WorkItem::none();
}
