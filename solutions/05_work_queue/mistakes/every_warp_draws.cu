// expect: wrong_result
// Each warp has a lane 0, and every one of them draws an item.
// overlay

__device__ WorkItem WorkQueue::next() {
  const unsigned lanes = __activemask();
  WorkItem item = threadIdx.x % 32 == 0 ? draw() : WorkItem::none();
  item.id = __shfl_sync(lanes, item.id, 0);
  item.steps = __shfl_sync(lanes, item.steps, 0);
  return item;
}
