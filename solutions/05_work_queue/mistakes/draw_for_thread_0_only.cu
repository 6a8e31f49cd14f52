// expect: wrong_result
// draw() knows that the functions of this file call it from thread 0, and any thread
// may.
// overlay

__device__ WorkItem WorkQueue::draw() {
  if (threadIdx.x != 0) return WorkItem::none();
  const unsigned long long index = atomicAdd(&current, 1ull);
  return index < total ? items[index] : WorkItem::none();
}
