// expect: data_race
// next() is a fetch and a barrier; the slot that both share is written by the next call
// without asking who reads what next() has not copied.
// overlay

__device__ WorkItem WorkQueue::next() {
  const WorkItem item = fetch();
  __syncwarp();
  return item;
}
