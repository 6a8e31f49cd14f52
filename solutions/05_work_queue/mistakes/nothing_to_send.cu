// expect: wrong_result
// Does not send a queue of no items, as if the previous one were empty by then.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  WorkQueue filled;
  // ...
}
