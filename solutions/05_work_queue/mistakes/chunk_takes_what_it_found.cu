// expect: wrong_result
// When another block was faster, takes the chunk that begins there without drawing it.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    // ...
    const unsigned long long found = atomicCAS(&current, begin, end);
    if (found < total) return Chunk{found, found + (end - begin)};
    begin = found;
  }
  return Chunk{total, total};
}
