// The host waits until the old queue is out of use, and only then copies: slow, but
// correct.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  const cudaError_t waited = cudaStreamSynchronize(stream);
  if (waited != cudaSuccess) return waited;
  const cudaError_t copied =
      cudaMemcpyAsync(queue, &filled, sizeof filled, cudaMemcpyHostToDevice, stream);
  return copied != cudaSuccess ? copied : cudaStreamSynchronize(stream);
}
