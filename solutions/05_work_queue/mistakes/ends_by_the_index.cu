// expect: divergent_barrier
// Each thread looks at the index itself, so not all leave the loop in the same turn.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  while (*static_cast<volatile unsigned long long*>(&queue->current) < queue->total) {
    const WorkItem item = queue->fetch();
    __syncthreads();
    if (!item.isNone()) work(item, ledger);
  }
  __syncthreads();
}
