// expect: bad_access
// says: Go by what the atomicAdd in
// unsaid: volatile pointer
// Looks, reads the item and then advances the index, with fences between.
// overlay

__device__ WorkItem WorkQueue::draw() {
  if (current >= total) return WorkItem::none();
  __threadfence();
  const WorkItem item = items[current];
  __threadfence();
  atomicAdd(&current, 1ull);
  return item;
}
