// expect: wrong_result
// A queue of nothing is not sent, as if the one before were empty by then.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  if (count == 0) return cudaSuccess;
  WorkQueue filled;
  // ...
}
