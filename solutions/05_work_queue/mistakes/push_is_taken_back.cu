// expect: bad_access
// says: let atomicCAS raise it only while there is room
// A refused push undoes its step, but in the meantime a pull believes it.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  const unsigned long long place = atomicAdd(&pushed, 1ull);
  if (place >= capacity) {
    atomicAdd(&pushed, ~0ull);
    return false;
  }
  // ...
}
