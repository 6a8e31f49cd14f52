// expect: data_race
// Reads and increments the index in two plain steps: two blocks get one item.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = current;
  if (index >= total) return WorkItem::none();
  current = index + 1;
  return items[index];
}
