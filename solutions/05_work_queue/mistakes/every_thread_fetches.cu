// expect: data_race
// no cure: every thread draws an item, not one of each block
// says: with all that it calls
// Every thread draws an item and puts it into the one slot.
// overlay

__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;
  item = draw();
  __syncthreads();
  return item;
}
