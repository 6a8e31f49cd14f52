// expect: wrong_result
// Only thread 0 does the work that is for the block.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  for (;;) {
    const WorkItem item = queue->fetch();
    __syncthreads();
    if (item.isNone()) return;
    if (threadIdx.x == 0) work(item, ledger);
  }
}
