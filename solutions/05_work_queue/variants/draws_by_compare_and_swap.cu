// The index never goes beyond the total.
// overlay

__device__ WorkItem WorkQueue::draw() {
  unsigned long long index = atomicAdd(&current, 0ull);
  while (index < total) {
    const unsigned long long found = atomicCAS(&current, index, index + 1);
    if (found == index) return items[index];
    index = found;
  }
  return WorkItem::none();
}
