// expect: api_error, bad_access
// The kind of the copy says from the device to the host.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  return cudaMemcpyAsync(queue, &filled, sizeof filled, cudaMemcpyDeviceToHost, stream);
}
