// A block of one warp needs neither slot nor barrier: lane 0 draws, and shuffles pass
// the item on.
// overlay

__device__ WorkItem WorkQueue::next() {
  if (blockDim.x <= 32) {
    const unsigned lanes = blockDim.x == 32 ? ~0u : (1u << blockDim.x) - 1;
    WorkItem item = threadIdx.x == 0 ? draw() : WorkItem::none();
    item.id = __shfl_sync(lanes, item.id, 0);
    item.steps = __shfl_sync(lanes, item.steps, 0);
    return item;
  }
  __shared__ WorkItem item;
  // ...
}
