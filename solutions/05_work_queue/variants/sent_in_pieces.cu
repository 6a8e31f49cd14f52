// A copy and a memset, both in the stream.
// overlay

#include <cstddef>

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  const cudaError_t copied = cudaMemcpyAsync(queue, &filled, offsetof(WorkQueue, current),
                                             cudaMemcpyHostToDevice, stream);
  const cudaError_t cleared =
      cudaMemsetAsync(&queue->current, 0, sizeof filled.current, stream);
  return copied != cudaSuccess ? copied : cleared;
}
