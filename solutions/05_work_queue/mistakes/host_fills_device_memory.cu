// expect: crashed, bad_access
// says: cudaMemcpyAsync if the function has a stream
// The host calls fill() on a pointer that only the device can follow.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  queue->fill(items, count);
  return cudaSuccess;
}
