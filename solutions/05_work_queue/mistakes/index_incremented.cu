// expect: data_race
// says: are two steps
// Draws with `current++`, which reads and writes in two steps.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = current++;
  return index < total ? items[index] : WorkItem::none();
}
