// expect: data_race
// The fence reaches only its own block; the thread that pulls is in another one.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  // ...
  items[place] = item;
  __threadfence_block();
  atomicExch(&ready[place], 1);
  return true;
}
