// Divides by 2 and by the number of blocks, and the index is looked at by an atomicAdd()
// of nothing; the last thread of the block draws and pulls.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = atomicAdd(&current, 0ull);
  while (begin < total) {
    const unsigned long long share = (total - begin) / 2 / blocks;
    const unsigned long long end = begin + (share > 1 ? share : 1);
    const unsigned long long found = atomicCAS(&current, begin, end);
    if (found == begin) return Chunk{begin, end};
    begin = found;
  }
  return Chunk{total, total};
}

__device__ WorkItem GrowingQueue::pull() {
  __shared__ WorkItem item;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1) {
    item = WorkItem::none();
    const volatile unsigned long long* taken = &pushed;
    unsigned long long place = *static_cast<volatile unsigned long long*>(&current);
    while (place < *taken) {
      const unsigned long long found = atomicCAS(&current, place, place + 1);
      if (found != place) {
        place = found;
        continue;
      }
      while (*static_cast<volatile int*>(&ready[place]) == 0) {
      }
      __threadfence();
      item = items[place];
      break;
    }
  }
  __syncthreads();
  return item;
}
