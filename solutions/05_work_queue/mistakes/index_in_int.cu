// expect: wrong_result
// says: All that holds an index must have 64 bits
// The index does not fit: beyond 2^31 it is negative, and as an unsigned number above
// every total.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const int index = atomicAdd(&current, 1ull);
  return index < total ? items[index] : WorkItem::none();
}
