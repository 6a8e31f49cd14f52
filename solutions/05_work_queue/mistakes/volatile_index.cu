// expect: wrong_result
// volatile makes each step a strong access, but there are still two steps: two blocks
// get one item.
// overlay

__device__ WorkItem WorkQueue::draw() {
  volatile unsigned long long* now = &current;
  const unsigned long long index = *now;
  if (index >= total) return WorkItem::none();
  *now = index + 1;
  return items[index];
}
