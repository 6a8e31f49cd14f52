// next() one item ahead: two barriers per item, and right.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  WorkItem item = queue->next();
  while (!item.isNone()) {
    const WorkItem following = queue->next();
    work(item, ledger);
    item = following;
  }
}
