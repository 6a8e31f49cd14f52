// expect: api_error, bad_access
// The copy's kind says from device to host.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  return cudaMemcpyAsync(queue, &filled, sizeof filled, cudaMemcpyDeviceToHost, stream);
}
