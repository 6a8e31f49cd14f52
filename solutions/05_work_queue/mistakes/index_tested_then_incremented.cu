// expect: bad_access, data_race
// says: are two steps, and another thread may come between them
// Tests the index, and then takes the item at an index that may have moved on.
// overlay

__device__ WorkItem WorkQueue::draw() {
  if (current < total) return items[current++];
  return WorkItem::none();
}
