// expect: data_race
// The fence reaches the block; who pulls is in another one.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  // ...
  items[place] = item;
  __threadfence_block();
  atomicExch(&ready[place], 1);
  return true;
}
