// The vote on whether there is an item is the barrier that the caller owes.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  for (;;) {
    const WorkItem item = queue->fetch();
    if (!__syncthreads_or(!item.isNone())) return;
    work(item, ledger);
  }
}
