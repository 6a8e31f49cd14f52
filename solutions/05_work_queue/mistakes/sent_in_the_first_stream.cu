// expect: api_error, wrong_result, data_race
// Remembers the stream of its first call, and sends all queues in that one.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  WorkQueue filled;
  filled.fill(items, count);
  static cudaStream_t mine = stream;
  return cudaMemcpyAsync(queue, &filled, sizeof filled, cudaMemcpyHostToDevice, mine);
}
