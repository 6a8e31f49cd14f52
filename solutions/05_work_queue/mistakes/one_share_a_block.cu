// expect: wrong_result
// Each block draws its share of the items once, however long they take, and ends.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  __shared__ unsigned long long first;
  const unsigned long long share = queue->total / gridDim.x + 1;
  if (threadIdx.x == 0) first = atomicAdd(&queue->current, share);
  __syncthreads();
  const unsigned long long end = min(first + share, queue->total);
  for (auto i = first; i < end; ++i) work(queue->items[i], ledger);
}
