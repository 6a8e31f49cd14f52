// A block that draws from the empty queue undoes the draw.  The index is never below the
// total again.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(&current, 1ull);
  if (index < total) return items[index];
  atomicAdd(&current, ~0ull);
  return WorkItem::none();
}
