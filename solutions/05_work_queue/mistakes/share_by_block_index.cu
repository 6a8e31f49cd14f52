// expect: wrong_result
// A fixed share per block, total / gridDim.x items: the remainder is never worked on.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  const unsigned long long share = queue->total / gridDim.x;
  for (unsigned long long i = 0; i < share; ++i)
    work(queue->items[blockIdx.x * share + i], ledger);
}
