// expect: wrong_result
// The share of a block is kept in an int, which 2^31 items do not fit.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    const int share = (total - begin) / (2ull * blocks);
    const unsigned long long end = begin + (share > 1 ? share : 1);
    const unsigned long long found = atomicCAS(&current, begin, end);
    if (found == begin) return Chunk{begin, end};
    begin = found;
  }
  return Chunk{total, total};
}
