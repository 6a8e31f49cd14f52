// expect: data_race
// Draws a ticket, throws it away, and reads the index, which others advance.
// overlay

__device__ WorkItem WorkQueue::draw() {
  atomicAdd(&current, 1ull);
  const unsigned long long index = current - 1;
  return index < total ? items[index] : WorkItem::none();
}
