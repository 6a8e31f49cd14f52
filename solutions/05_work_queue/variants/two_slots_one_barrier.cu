// One barrier per item: two slots in turn, filled by draw().  fetch() is not used.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot[2];
  int turn = 0;
  for (;;) {
    if (threadIdx.x == 0) slot[turn] = queue->draw();
    __syncthreads();
    const WorkItem item = slot[turn];
    turn = 1 - turn;
    if (item.isNone()) return;
    work(item, ledger);
  }
}
