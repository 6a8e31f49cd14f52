// Thread 0 looks without waiting for the others: a thread that pushed something for them
// to find owes them a barrier.
// overlay

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem shown;
  WorkItem item;
  if (threadIdx.x == 0) {
    // ...
  }
  __syncthreads();
  if (threadIdx.x == 0) shown = item;
  __syncthreads();
  return shown;
}
