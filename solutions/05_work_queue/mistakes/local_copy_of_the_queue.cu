// expect: bad_access
// Each thread copies the queue, and no atomic works on the memory of one thread.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  WorkQueue mine = *queue;
  for (;;) {
    const WorkItem item = mine.fetch();
    __syncthreads();
    // ...
  }
}
