// expect: wrong_result
// When another block is faster, it says that nothing remains.
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
