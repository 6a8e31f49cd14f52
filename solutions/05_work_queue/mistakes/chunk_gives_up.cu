// expect: wrong_result
// Says that nothing remains when another block is faster.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    // ...
    const unsigned long long found = atomicCAS(&current, begin, end);
    return found == begin ? Chunk{begin, end} : Chunk{total, total};
  }
  return Chunk{total, total};
}
