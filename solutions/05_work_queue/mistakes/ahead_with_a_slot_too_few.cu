// expect: bad_access
// The arrays have one slot, and the block uses two: the second lies behind their end.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ int id[1], steps[1];
  WorkItem following;
  if (threadIdx.x == 0) following = queue->draw();
  for (int turn = 0;; turn = 1 - turn) {
    if (threadIdx.x == 0) {
      id[turn] = following.id;
      steps[turn] = following.steps;
    }
    __syncthreads();
    const WorkItem item{id[turn], steps[turn]};
    if (item.isNone()) return;

    if (threadIdx.x == 0) following = queue->draw();
    work(item, ledger);
  }
}
