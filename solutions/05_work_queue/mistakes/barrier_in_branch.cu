// expect: divergent_barrier
// Only thread 0 reaches the barrier.
// overlay

__device__ const WorkItem& WorkQueue::fetch() {
  __shared__ WorkItem item;
  if (threadIdx.x == 0) {
    item = draw();
    __syncthreads();
  }
  return item;
}
