// expect: data_race
// Two slots do not make the barrier needless.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot[2];
  if (threadIdx.x == 0) slot[0] = queue->draw();
  for (int turn = 0;; turn = 1 - turn) {
    const WorkItem item = slot[turn];
    if (item.isNone()) return;

    WorkItem following;
    if (threadIdx.x == 0) following = queue->draw();
    work(item, ledger);
    if (threadIdx.x == 0) slot[1 - turn] = following;
  }
}
