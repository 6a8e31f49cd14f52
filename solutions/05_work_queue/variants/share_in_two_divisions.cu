// Divides by 2 and by the number of blocks, and reads the index with an atomicAdd() of
// 0; the last thread of the block draws and pulls.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = atomicAdd(&current, 0ull);
  while (begin < total) {
    const unsigned long long share = (total - begin) / 2 / blocks;
    const unsigned long long end = begin + (share > 1 ? share : 1);
    const unsigned long long found = atomicCAS(&current, begin, end);
    // ...
  }
  return Chunk{total, total};
}

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) {
    item = WorkItem::none();
    // ...
  }
  // ...
}
