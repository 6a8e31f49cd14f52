// A barrier, then fetch(), then a copy of what its reference refers to.
// overlay

__device__ WorkItem WorkQueue::next() {
  __syncthreads();
  const WorkItem item = fetch();
  return item;
}
