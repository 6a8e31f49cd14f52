// expect: wrong_result
// All blocks begin with item 0, and draw from then on.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot[2];
  if (threadIdx.x == 0 && queue->total > 0) slot[0] = queue->items[0];
  if (threadIdx.x == 0 && queue->total == 0) slot[0] = WorkItem::none();
  for (int turn = 0;; turn = 1 - turn) {
    // ...
  }
}
