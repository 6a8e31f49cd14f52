// expect: data_race
// Every thread draws an item and puts it into the one slot.
// overlay

__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;
  item = draw();
  __syncthreads();
  return item;
}
