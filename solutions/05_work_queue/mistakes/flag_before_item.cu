// expect: data_race
// says: after a fence
// Signals that the item is there before putting it there.
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
