// expect: wrong_result
// Sends the items and their number; the index is still where the last kernel left it.
// overlay

#include <cstddef>

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  return cudaMemcpyAsync(queue, &filled, offsetof(WorkQueue, current),
                         cudaMemcpyHostToDevice, stream);
}
