// expect: wrong_result
// sendQueue() keeps to itself what the call said.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  cudaMemcpyAsync(queue, &filled, sizeof filled, cudaMemcpyHostToDevice, stream);
  return cudaSuccess;
}
