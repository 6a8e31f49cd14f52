// expect: wrong_result
// says: Not begun: sendQueue() is as it was handed out
// sendQueue() is as it was handed out.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  // TODO 12: fill a queue here, and have it copied when its turn in the stream comes.
  return cudaSuccess;
}
