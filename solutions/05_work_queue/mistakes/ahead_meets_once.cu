// expect: data_race, wrong_result
// says: before the next round's
// unsaid: in either order
// Two slots, and a barrier before the first round only.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem slot[2];
  int k = 0;
  if (threadIdx.x == 0) slot[0] = queue->draw();
  __syncthreads();
  while (true) {
    const WorkItem item = slot[k];
    if (item.isNone()) break;
    if (threadIdx.x == 0) slot[1 - k] = queue->draw();
    work(item, ledger);
    k = 1 - k;
  }
}
