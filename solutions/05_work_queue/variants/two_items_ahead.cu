// A block has up to three items: the current one and the next two.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot[3];
  if (threadIdx.x == 0) {
    slot[0] = queue->draw();
    slot[1] = queue->draw();
  }
  for (int turn = 0;; turn = (turn + 1) % 3) {
    __syncthreads();
    const WorkItem item = slot[turn];
    if (item.isNone()) return;
    if (threadIdx.x == 0) slot[(turn + 2) % 3] = queue->draw();
    work(item, ledger);
  }
}
