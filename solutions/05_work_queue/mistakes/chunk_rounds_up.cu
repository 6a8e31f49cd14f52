// expect: wrong_result
// Rounds up, so that no chunk is empty, but then all of them are larger.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    const unsigned long long share =
        (total - begin + 2ull * blocks - 1) / (2ull * blocks);
    const unsigned long long end = begin + (share > 1 ? share : 1);
    const unsigned long long found = atomicCAS(&current, begin, end);
    // ...
  }
  return Chunk{total, total};
}
