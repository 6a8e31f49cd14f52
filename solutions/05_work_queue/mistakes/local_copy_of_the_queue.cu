// expect: bad_access
// Each thread copies the queue into its local memory, on which no atomic works.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  WorkQueue mine = *queue;
  for (;;) {
    const WorkItem item = mine.fetch();
    __syncthreads();
    // ...
  }
}
