// expect: wrong_result
// Each block copies the queue, and works off all of it alone.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkQueue mine;
  if (threadIdx.x == 0) mine = *queue;
  __syncthreads();
  for (;;) {
    const WorkItem item = mine.fetch();
    __syncthreads();
    // ...
  }
}
