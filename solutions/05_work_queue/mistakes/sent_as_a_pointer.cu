// expect: wrong_result
// says: all sizeof(WorkQueue) bytes must be copied
// unsaid: copied nothing
// sizeof(queue) is the size of a pointer.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  return cudaMemcpyAsync(queue, &filled, sizeof(queue), cudaMemcpyHostToDevice, stream);
}
