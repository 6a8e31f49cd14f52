// expect: data_race
// Makes the copy after the barrier, when thread 0 may already write the next item.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  for (;;) {
    const WorkItem& item = queue->fetch();
    __syncthreads();
    // ...
  }
}
