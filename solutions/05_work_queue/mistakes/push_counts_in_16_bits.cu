// expect: wrong_result, deadlock, data_race, bad_access
// The place is an unsigned short, enough for 65,536 places.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  for (;;) {
    // ...
  }
  const auto at = static_cast<unsigned short>(place);
  items[at] = item;
  __threadfence();
  atomicExch(&ready[at], 1);
  return true;
}
