// expect: api_error, bad_access
// Copies to where the pointer is, not to where it points.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  return cudaMemcpyAsync(&queue, &filled, sizeof filled, cudaMemcpyHostToDevice, stream);
}
