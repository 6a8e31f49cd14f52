// expect: data_race
// says: is ordinary, neither atomic nor volatile
// unsaid: had to wait for the other
// Keeps the index from growing any further once all items are drawn.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(&current, 1ull);
  if (index < total) return items[index];
  current = total;
  return WorkItem::none();
}
