// expect: data_race, divergent_barrier
// next() is a fetch and a warp barrier: the next call writes the shared slot while some
// threads may not have copied the item.
// overlay

__device__ WorkItem WorkQueue::next() {
  const WorkItem item = fetch();
  __syncwarp();
  return item;
}
