// expect: no_progress
// says: a variable on which it depends, and that one thread sets, belongs in shared
// memory Thread 0 puts the next item into a variable that each thread has of its own.
// overlay

__global__ void workOffAhead(WorkQueue* queue, Ledger ledger) {
  WorkItem item = queue->next();
  while (!item.isNone()) {
    WorkItem ahead = item;
    if (threadIdx.x == 0) ahead = queue->draw();
    work(item, ledger);
    __syncthreads();
    item = ahead;
  }
}
