// expect: wrong_result, data_race
// unsaid: next round's
// says: for all threads
// Asks for the end with one fetch() and for the item with another: every second is lost.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  while (!queue->fetch().isNone()) {
    const WorkItem item = queue->fetch();
    __syncthreads();
    work(item, ledger);
    __syncthreads();
  }
}
