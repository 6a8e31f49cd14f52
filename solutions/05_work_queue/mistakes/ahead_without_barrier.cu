// expect: data_race
// Two slots do not replace the barrier.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  // ...
  for (int turn = 0;; turn = 1 - turn) {
    const WorkItem item = slot[turn];
    // ...
  }
}
