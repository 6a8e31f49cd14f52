// expect: wrong_result
// Every chunk is a share of all items, not of those that remain.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    const unsigned long long share = total / (2ull * blocks);
    const unsigned long long size = share > 1 ? share : 1;
    const unsigned long long end = begin + size < total ? begin + size : total;
    const unsigned long long found = atomicCAS(&current, begin, end);
    // ...
  }
  return Chunk{total, total};
}
