// expect: data_race
// The fence reaches the block; who pulls is in another one.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  for (;;) {
    if (place >= capacity) return false;
    const unsigned long long found = atomicCAS(&pushed, place, place + 1);
    if (found == place) break;
    place = found;
  }
  items[place] = item;
  __threadfence_block();
  atomicExch(&ready[place], 1);
  return true;
}
