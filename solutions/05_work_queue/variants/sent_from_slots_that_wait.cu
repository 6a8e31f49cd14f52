// Each send has one of four slots in pinned memory, and the fifth send waits until the
// first copy is done.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  static WorkQueue* slots = nullptr;
  static cudaEvent_t sent[4];
  static unsigned turn = 0;
  if (!slots) {
    cudaError_t made = cudaMallocHost(&slots, 4 * sizeof(WorkQueue));
    for (int i = 0; i < 4 && made == cudaSuccess; ++i)
      made = cudaEventCreateWithFlags(&sent[i], cudaEventDisableTiming);
    if (made != cudaSuccess) return made;
  }
  const unsigned slot = turn++ % 4;
  cudaError_t error = cudaEventSynchronize(sent[slot]);
  if (error != cudaSuccess) return error;
  slots[slot].fill(items, count);
  error = cudaMemcpyAsync(queue, &slots[slot], sizeof(WorkQueue), cudaMemcpyHostToDevice,
                          stream);
  return error == cudaSuccess ? cudaEventRecord(sent[slot], stream) : error;
}
