// expect: wrong_result
// Takes the index after the ticket, so item 0 is never handed out.
// overlay

__device__ WorkItem WorkQueue::draw() {
  const unsigned long long index = atomicAdd(&current, 1ull) + 1;
  return index < total ? items[index] : WorkItem::none();
}
