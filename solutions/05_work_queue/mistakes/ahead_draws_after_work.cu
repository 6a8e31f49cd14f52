// expect: wrong_result
// Draws the next item when this one is done: the round trip overlaps with nothing.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  // ...
  for (int turn = 0;; turn = 1 - turn) {
    // ...
    if (item.isNone()) return;

    work(item, ledger);
    if (threadIdx.x == 0) slot[1 - turn] = queue->draw();
  }
}
