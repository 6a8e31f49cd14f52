// expect: data_race
// The copy is made behind the barrier, where thread 0 may write the next item.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  for (;;) {
    const WorkItem& item = queue->fetch();
    __syncthreads();
    // ...
  }
}
