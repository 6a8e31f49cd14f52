// expect: data_race
// The first look at the index is a plain read, while others move it on.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = current;
  while (begin < total) {
    const unsigned long long share = (total - begin) / (2ull * blocks);
    const unsigned long long end = begin + (share > 1 ? share : 1);
    const unsigned long long found = atomicCAS(&current, begin, end);
    if (found == begin) return Chunk{begin, end};
    begin = found;
  }
  return Chunk{total, total};
}
