// expect: data_race
// Reads the index and writes it in two statements: two blocks get one item.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = current;
  current = index + 1;
  return index < total ? items[index] : WorkItem::none();
}
