// expect: wrong_result
// When nothing remains, nextChunk() sets the index back to the total: an item more, if
// fetch has gone on meanwhile.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    // ...
  }
  atomicExch(&current, total - 1);
  return Chunk{total, total};
}
