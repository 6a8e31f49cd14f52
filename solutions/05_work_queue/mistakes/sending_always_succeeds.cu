// expect: wrong_result
// sendQueue() does not return the error of its call.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  cudaMemcpyAsync(queue, &filled, sizeof filled, cudaMemcpyHostToDevice, stream);
  return cudaSuccess;
}
