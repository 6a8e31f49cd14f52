// expect: divergent_barrier
// push() contains a barrier, but not all threads of a block call it.
// overlay

__device__ bool GrowingQueue::push(WorkItem item) {
  // ...
  items[place] = item;
  __syncthreads();
  __threadfence();
  // ...
}
