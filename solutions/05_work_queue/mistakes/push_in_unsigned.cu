// expect: bad_access, wrong_result, no_progress, deadlock, data_race
// The place is an unsigned: after 2^32 pushes it is another one.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned place = *static_cast<volatile unsigned long long*>(&pushed);
  for (;;) {
    if (place >= capacity) return false;
    const unsigned long long found = atomicCAS(&pushed, place, place + 1);
    if (found == place) break;
    place = found;
  }
  items[place] = item;
  __threadfence();
  atomicExch(&ready[place], 1);
  return true;
}
