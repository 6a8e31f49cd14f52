// expect: data_race
// says: Let it write where no pending copy reads
// Fills the pinned queue again while the previous copy is still pending.
// overlay

__host__ cudaError_t sendQueue(WorkQueue* queue, const WorkItem* items,
                               unsigned long long count, cudaStream_t stream) {
  static WorkQueue* filled = nullptr;
  if (!filled) cudaMallocHost(&filled, sizeof *filled);
  filled->fill(items, count);
  return cudaMemcpyAsync(queue, filled, sizeof *filled, cudaMemcpyHostToDevice, stream);
}
