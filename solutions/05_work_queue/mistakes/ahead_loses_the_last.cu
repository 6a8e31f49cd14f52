// expect: wrong_result
// When there is nothing to come, it leaves, with an item in hand.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  WorkItem item = queue->next();
  for (;;) {
    const WorkItem following = queue->next();
    if (following.isNone()) return;
    work(item, ledger);
    item = following;
  }
}
