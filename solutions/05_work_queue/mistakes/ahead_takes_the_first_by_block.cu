// expect: wrong_result
// Each block starts with the item of its own number, and the index counts from there:
// right only if nothing has been drawn before.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ unsigned long long slot[2];
  if (threadIdx.x == 0) slot[0] = blockIdx.x;
  for (int turn = 0;; turn = 1 - turn) {
    __syncthreads();
    const unsigned long long index = slot[turn];
    if (index >= queue->total) return;
    const WorkItem item = queue->items[index];

    unsigned long long following = 0;
    if (threadIdx.x == 0) following = gridDim.x + atomicAdd(&queue->current, 1ull);
    work(item, ledger);
    if (threadIdx.x == 0) slot[1 - turn] = following;
  }
}
