// expect: no_progress
// says: reference to stack memory
// Without __shared__ each thread has an item of its own, and it is gone when fetch()
// returns.
// overlay

__device__ const WorkItem& WorkQueue::fetch() {
  WorkItem item;
  if (threadIdx.x == 0) item = draw();
  __syncthreads();
  return item;
}
