// expect: data_race, wrong_result, bad_access
// says: for their own index
// Reads where the next place is, and counts it only when the item is there.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  const unsigned long long place = *static_cast<volatile unsigned long long*>(&pushed);
  if (place >= capacity) return false;
  items[place] = item;
  __threadfence();
  atomicExch(&ready[place], 1);
  atomicAdd(&pushed, 1ull);
  return true;
}
