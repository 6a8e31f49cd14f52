// expect: wrong_result
// Blocks of more than 64 threads draw the next item after the work.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  // ...
  for (int turn = 0;; turn = 1 - turn) {
    // ...
    WorkItem following;
    if (threadIdx.x == 0 && blockDim.x <= 64) following = queue->draw();
    work(item, ledger);
    if (threadIdx.x == 0 && blockDim.x > 64) following = queue->draw();
    if (threadIdx.x == 0) slot[1 - turn] = following;
  }
}
