// expect: bad_access
// The index does not fit: beyond 2^32 it starts at 0 again.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned index = atomicAdd(&current, 1ull);
  return index < total ? items[index] : WorkItem::none();
}
