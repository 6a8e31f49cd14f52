// expect: wrong_result, bad_access
// workOffAhead passes the index on in an int.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ int slot[2];
  if (threadIdx.x == 0) slot[0] = int(atomicAdd(&queue->current, 1ull));
  for (int turn = 0;; turn = 1 - turn) {
    __syncthreads();
    const int index = slot[turn];
    if (index >= (long long)queue->total) return;
    const WorkItem item = queue->items[index];

    int following = 0;
    if (threadIdx.x == 0) following = int(atomicAdd(&queue->current, 1ull));
    work(item, ledger);
    if (threadIdx.x == 0) slot[1 - turn] = following;
  }
}
