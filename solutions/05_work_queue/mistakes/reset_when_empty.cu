// expect: bad_access
// A block that finds the queue empty resets the index for the next launch, but others
// still draw.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(&current, 1ull);
  if (index < total) return items[index];
  atomicExch(&current, 0ull);
  return WorkItem::none();
}
