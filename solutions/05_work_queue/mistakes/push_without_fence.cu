// expect: data_race
// The flag may be seen before the item.
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
  atomicExch(&ready[place], 1);
  return true;
}
