// expect: bad_access
// says: current was
// Tests the index plainly and takes the ticket unchecked: another block drew in between.
// overlay

__device__ WorkItem WorkQueue::draw() {
  if (current >= total) return WorkItem::none();
  const unsigned long long index = atomicAdd(&current, 1ull);
  return items[index];
}
