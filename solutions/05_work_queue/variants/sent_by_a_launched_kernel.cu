// A kernel fills the queue; cudaLaunchKernel() starts it, and sendQueue() returns only
// the error of that call.
// overlay

__global__ void fillQueue(WorkQueue* queue, const WorkItem* items,
                          unsigned long long count) {
  queue->fill(items, count);
}

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  void* arguments[] = {&queue, &items, &count};
  return cudaLaunchKernel(reinterpret_cast<const void*>(&fillQueue), dim3(1), dim3(1),
                          arguments, 0, stream);
}
