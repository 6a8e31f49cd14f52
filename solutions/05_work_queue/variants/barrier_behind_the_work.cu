// The one barrier per item comes after the work, and the items stay in their slots.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot[2];
  int now = 0;
  if (threadIdx.x == 0) slot[now] = queue->draw();
  __syncthreads();
  while (!slot[now].isNone()) {
    if (threadIdx.x == 0) slot[1 - now] = queue->draw();
    work(slot[now], ledger);
    __syncthreads();
    now = 1 - now;
  }
}
