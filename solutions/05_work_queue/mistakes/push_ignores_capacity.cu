// expect: bad_access
// Nobody asks whether there is a place.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  const unsigned long long place = atomicAdd(&pushed, 1ull);
  items[place] = item;
  // ...
}
