// expect: wrong_result
// The block that comes first takes all items, and leaves the others nothing to do.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  __shared__ unsigned long long first;
  if (threadIdx.x == 0) first = atomicMax(&queue->current, queue->total);
  __syncthreads();
  for (auto i = first; i < queue->total; ++i) work(queue->items[i], ledger);
}
