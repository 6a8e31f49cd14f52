// expect: data_race
// Waits before the copy, but cudaMemcpy() from pageable memory returns once the data is
// staged.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  const cudaError_t waited = cudaStreamSynchronize(stream);
  if (waited != cudaSuccess) return waited;
  return cudaMemcpy(queue, &filled, sizeof filled, cudaMemcpyHostToDevice);
}
