// The item's reference is valid until the next fetch(): the barrier follows the work.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  for (;;) {
    const WorkItem& item = queue->fetch();
    if (item.isNone()) return;
    work(item, ledger);
    __syncthreads();
  }
}
