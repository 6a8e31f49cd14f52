// expect: data_race, wrong_result
// says: before the next round's
// One slot for the next item, which thread 0 moves up: no barrier before the next round
// reads it.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  __shared__ WorkItem current, next;
  if (threadIdx.x == 0) current = queue->draw();
  __syncthreads();
  while (!current.isNone()) {
    if (threadIdx.x == 0) next = queue->draw();
    work(current, ledger);
    __syncthreads();
    if (threadIdx.x == 0) current = next;
  }
}
