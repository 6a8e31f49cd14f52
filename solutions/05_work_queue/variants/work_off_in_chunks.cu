// workOff gets its items from nextChunk(), and works off a chunk before it draws again.
// overlay

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  __shared__ Chunk chunk;
  for (;;) {
    if (threadIdx.x == 0) chunk = queue->nextChunk(gridDim.x);
    __syncthreads();
    const Chunk mine = chunk;
    __syncthreads();
    if (mine.begin == mine.end) return;
    for (auto i = mine.begin; i < mine.end; ++i) work(queue->items[i], ledger);
  }
}
