// expect: data_race
// The flag may be seen before the item.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  // ...
  items[place] = item;
  atomicExch(&ready[place], 1);
  return true;
}
