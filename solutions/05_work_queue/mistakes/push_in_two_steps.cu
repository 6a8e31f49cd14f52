// expect: data_race
// Two blocks read the same `pushed`, and put their items into one place.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  volatile unsigned long long* taken = &pushed;
  const unsigned long long place = *taken;
  if (place >= capacity) return false;
  *taken = place + 1;
  items[place] = item;
  // ...
}
