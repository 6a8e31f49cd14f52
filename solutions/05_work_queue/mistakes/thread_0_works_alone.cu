// expect: wrong_result
// Only thread 0 does the work, which is for the whole block.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  for (;;) {
    // ...
    if (item.isNone()) return;
    if (threadIdx.x == 0) work(item, ledger);
  }
}
