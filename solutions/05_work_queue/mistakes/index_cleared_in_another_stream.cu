// expect: data_race
// The memset is in the default stream, which is not ordered with this one: it may come
// too late.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  cudaMemcpyAsync(queue, &filled, sizeof filled, cudaMemcpyHostToDevice, stream);
  return cudaMemsetAsync(&queue->current, 0, sizeof filled.current);
}
