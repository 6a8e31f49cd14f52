// expect: data_race
// The other threads read the slot before thread 0 has put the item there.
// overlay

__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) item = draw();
  return item;
}
