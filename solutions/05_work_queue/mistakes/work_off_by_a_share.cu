// expect: wrong_result
// workOff gives each block the item of its own number before it asks the queue.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  unsigned long long index = blockIdx.x;
  __shared__ unsigned long long drawn;
  while (index < queue->total) {
    work(queue->items[index], ledger);
    if (threadIdx.x == 0) drawn = gridDim.x + atomicAdd(&queue->current, 1ull);
    __syncthreads();
    index = drawn;
    __syncthreads();
  }
}
