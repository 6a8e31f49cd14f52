// expect: wrong_result
// says: only when the item in its hand is none
// Leaves when there is no next item, with an item still in hand.
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
