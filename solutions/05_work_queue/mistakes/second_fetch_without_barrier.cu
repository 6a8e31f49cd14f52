// expect: data_race
// Thread 0 fetches again while another thread still copies the item.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  for (;;) {
    const WorkItem item = queue->fetch();
    if (item.isNone()) return;
    work(item, ledger);
  }
}
