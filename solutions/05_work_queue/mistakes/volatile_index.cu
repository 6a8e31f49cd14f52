// expect: wrong_result
// Volatile makes each step strong, but they are still two: two blocks get one item.
// overlay

__device__ WorkItem WorkQueue::draw() {
  volatile unsigned long long* now = &current;
  const unsigned long long index = *now;
  if (index >= total) return WorkItem::none();
  *now = index + 1;
  return items[index];
}
