// expect: bad_access
// says: Go by what the atomicAdd in
// unsaid: volatile pointer
// Uses the ticket for the look, but takes the item at the index that others have
// advanced.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long ticket = atomicAdd(&current, 1ull) + 1;
  if (ticket > total) return WorkItem::none();
  return items[current - 1];
}
