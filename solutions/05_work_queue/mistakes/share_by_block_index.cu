// expect: wrong_result
// A fixed share per block, and with one item less the launch after it has none.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  const unsigned long long share = queue->total / gridDim.x;
  for (unsigned long long i = 0; i < share; ++i)
    work(queue->items[blockIdx.x * share + i], ledger);
}
