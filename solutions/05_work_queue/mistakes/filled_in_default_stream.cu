// expect: data_race
// says: in the default stream
// unsaid: cudaMemset()
// A kernel fills the queue, in another stream than the kernel that draws from it.
// overlay

__global__ void refill(WorkQueue* queue, const WorkItem* items,
                       unsigned long long count) {
  queue->fill(items, count);
}

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  refill<<<1, 1>>>(queue, items, count);
  return cudaGetLastError();
}
