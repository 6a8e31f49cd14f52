// Calls next() one item ahead.  This is correct, with two barriers per item.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  WorkItem item = queue->next();
  while (!item.isNone()) {
    const WorkItem following = queue->next();
    work(item, ledger);
    item = following;
  }
}
