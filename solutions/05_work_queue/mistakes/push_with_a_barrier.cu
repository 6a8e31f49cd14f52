// expect: divergent_barrier
// push() has a barrier in it, and not all threads of a block call it.
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
  __syncthreads();
  __threadfence();
  atomicExch(&ready[place], 1);
  return true;
}
