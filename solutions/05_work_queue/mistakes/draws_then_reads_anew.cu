// expect: data_race
// unsaid: volatile pointer
// Uses the ticket for the look, but takes the item at the index that others have
// advanced.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long ticket = atomicAdd(&current, 1ull) + 1;
  if (ticket > total) return WorkItem::none();
  const unsigned long long last = current - 1;
  return last < total ? items[last] : WorkItem::none();
}
