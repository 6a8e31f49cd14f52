// expect: bad_access
// A refused push advances `pushed` all the same, and pull() believes it.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  const unsigned long long place = atomicAdd(&pushed, 1ull);
  if (place >= capacity) return false;
  items[place] = item;
  // ...
}
