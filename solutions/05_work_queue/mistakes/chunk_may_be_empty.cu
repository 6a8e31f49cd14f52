// expect: wrong_result
// With few items left, remaining / (2 * blocks) is 0, and the queue seems to be empty.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    const unsigned long long share = (total - begin) / (2ull * blocks);
    const unsigned long long end = begin + share;
    const unsigned long long found = atomicCAS(&current, begin, end);
    // ...
  }
  return Chunk{total, total};
}
