// expect: no_progress
// says: was last in
// The test for the last item lets thread 0 alone leave the loop.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  while (true) {
    const WorkItem& item = queue->fetch();
    if (threadIdx.x == 0 && item.isNone()) break;
    work(item, ledger);
    __syncthreads();
  }
}
