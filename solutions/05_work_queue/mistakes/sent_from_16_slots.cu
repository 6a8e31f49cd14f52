// expect: wrong_result, data_race
// Sends from 16 slots in pinned memory, in turn: the 17th send overwrites a slot that
// may still be pending.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  static WorkQueue* slots = nullptr;
  static int turn = 0;
  if (!slots) {
    const cudaError_t made = cudaMallocHost(&slots, 16 * sizeof(WorkQueue));
    if (made != cudaSuccess) return made;
  }
  WorkQueue& filled = slots[turn++ % 16];
  filled.fill(items, count);
  return cudaMemcpyAsync(queue, &filled, sizeof filled, cudaMemcpyHostToDevice, stream);
}
