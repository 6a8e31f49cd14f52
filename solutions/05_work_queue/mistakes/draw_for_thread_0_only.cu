// expect: wrong_result
// draw() relies on being called by thread 0, as the functions of this file do, but any
// thread may call it.
// overlay

__device__ WorkItem WorkQueue::draw() {
  if (threadIdx.x != 0) return WorkItem::none();
  const unsigned long long index = atomicAdd(&current, 1ull);
  return index < total ? items[index] : WorkItem::none();
}
