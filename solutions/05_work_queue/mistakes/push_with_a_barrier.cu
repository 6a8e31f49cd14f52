// expect: divergent_barrier
// push() has a barrier in it, and not all threads of a block call it.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  // ...
  items[place] = item;
  __syncthreads();
  __threadfence();
  // ...
}
