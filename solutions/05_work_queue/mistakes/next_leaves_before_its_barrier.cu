// expect: divergent_barrier
// says: If only some take the return in
// The threads that read none() leave before the barrier, while others still wait there.
// overlay

__device__ WorkItem WorkQueue::next() {
  const WorkItem item = fetch();
  if (item.isNone()) return item;
  __syncthreads();
  return item;
}
