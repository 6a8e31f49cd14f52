// expect: wrong_result
// Each block fetches one item, and the others are never fetched.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  const WorkItem item = queue->fetch();
  if (!item.isNone()) work(item, ledger);
}
