// expect: data_race
// Writes the slot while the threads of the block still read the last item.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) {
    // ...
  }
  // ...
}
