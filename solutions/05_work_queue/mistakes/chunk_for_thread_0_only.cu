// expect: wrong_result
// Only thread 0 of a block gets a chunk; all other threads are told that nothing
// remains.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (threadIdx.x == 0 && begin < total) {
    const unsigned long long end = begin + guidedShare(total - begin, blocks);
    // ...
  }
  return Chunk{total, total};
}
