// A block draws several items at a time: many while much remains, few towards the end,
// so that all blocks end at about the same time.  Should save time when items are short:
// one round trip to the counter, and two barriers, for many items.  Measured on an H200
// with items that take next to no time it does the opposite: 1.5 times the reference's
// time with one block on each multiprocessor, 35 times with 8.  The size of a chunk
// depends on what remains, so it takes a compare-and-swap, and of all blocks that try at
// once, only one succeeds. eight_at_a_time.cu adds, and never tries again.  And if the
// longest items come first, the first chunk has only long ones, and alone takes 5.7
// times the least time for all items.
//
// timed in: main, lengths
// overlay
// without: WorkQueue::nextChunk

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    // ...
    begin = found;  // Somebody was faster: what remains is less now.
  }
  return Chunk{total, total};
}

__global__ void workOff(WorkQueue* queue, Ledger ledger) {
  __shared__ Chunk chunk;
  for (;;) {
    __syncthreads();  // Orders the reads of the last chunk before the write of this one.
    if (threadIdx.x == 0) chunk = queue->nextChunk(gridDim.x);
    __syncthreads();  // Orders thread 0's write of the chunk before everybody's reads.
    const Chunk mine = chunk;
    if (mine.begin == mine.end) return;
    for (auto i = mine.begin; i < mine.end; ++i) work(queue->items[i], ledger);
  }
}
