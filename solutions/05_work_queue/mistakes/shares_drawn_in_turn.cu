// expect: wrong_result
// Draws a share of the items at a time, as large as each block's would be: a block that
// is slow holds what the others could work off.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  __shared__ unsigned long long first;
  const unsigned long long share = queue->total / gridDim.x + 1;
  for (;;) {
    if (threadIdx.x == 0) first = atomicAdd(&queue->current, share);
    __syncthreads();
    if (first >= queue->total) return;
    const unsigned long long end = min(first + share, queue->total);
    for (auto i = first; i < end; ++i) work(queue->items[i], ledger);
    __syncthreads();
  }
}
