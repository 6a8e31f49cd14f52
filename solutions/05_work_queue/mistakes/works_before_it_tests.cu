// expect: wrong_result
// says: none()
// Works on what it fetched before it asks whether that is an item.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  WorkItem item;
  do {
    item = queue->fetch();
    __syncthreads();
    work(item, ledger);
  } while (!item.isNone());
}
