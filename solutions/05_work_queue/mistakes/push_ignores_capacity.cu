// expect: bad_access
// Never checks whether there is a free place.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  const unsigned long long place = atomicAdd(&pushed, 1ull);
  items[place] = item;
  // ...
}
