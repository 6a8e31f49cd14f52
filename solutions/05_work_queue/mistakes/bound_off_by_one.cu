// expect: bad_access
// items[total] is not an item any more.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(&current, 1ull);
  return index <= total ? items[index] : WorkItem::none();
}
