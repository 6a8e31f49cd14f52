// sendQueue() launches a kernel of one thread in the stream.
// overlay

__global__ void fillQueue(WorkQueue* queue, const WorkItem* items,
                          unsigned long long count) {
  queue->fill(items, count);
}

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  fillQueue<<<1, 1, 0, stream>>>(queue, items, count);
  return cudaGetLastError();
}
