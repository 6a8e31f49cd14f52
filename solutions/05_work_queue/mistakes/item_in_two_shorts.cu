// expect: wrong_result
// The block's copy of the item has only 16 bits for its steps.
// overlay

__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) {
    item = draw();
    item.steps = static_cast<unsigned short>(item.steps);
  }
  __syncthreads();
  return item;
}
