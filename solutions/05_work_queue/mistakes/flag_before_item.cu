// expect: data_race
// Says that the item is there, and puts it there afterwards.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  for (;;) {
    // ...
  }
  atomicExch(&ready[place], 1);
  __threadfence();
  items[place] = item;
  return true;
}
