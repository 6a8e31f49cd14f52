// expect: wrong_result, data_race
// Sends from 1,024 slots in pinned memory, in turn, but more sends may be pending.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  static WorkQueue* slots = nullptr;
  static unsigned next = 0;
  if (!slots) {
    const cudaError_t found = cudaMallocHost(&slots, 1024 * sizeof *slots);
    if (found != cudaSuccess) return found;
  }
  WorkQueue* filled = &slots[next++ % 1024];
  filled->fill(items, count);
  return cudaMemcpyAsync(queue, filled, sizeof *filled, cudaMemcpyHostToDevice, stream);
}
