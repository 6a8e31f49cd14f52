// expect: data_race
// cudaMemcpy() does not wait for a non-blocking stream, where the old queue is in use.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  return cudaMemcpy(queue, &filled, sizeof filled, cudaMemcpyHostToDevice);
}
