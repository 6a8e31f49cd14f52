// expect: data_race
// Puts the next item where the other threads still read the current one.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot;
  if (threadIdx.x == 0) slot = queue->draw();
  for (;;) {
    __syncthreads();
    const WorkItem item = slot;
    if (item.isNone()) return;
    if (threadIdx.x == 0) slot = queue->draw();
    work(item, ledger);
  }
}
