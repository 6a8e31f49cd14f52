// expect: wrong_result
// nextChunk, which finds nothing, takes the index back to the total: an item more, if
// fetch has gone on by then.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  while (begin < total) {
    const unsigned long long share = (total - begin) / (2ull * blocks);
    const unsigned long long end = begin + (share > 1 ? share : 1);
    const unsigned long long found = atomicCAS(&current, begin, end);
    if (found == begin) return Chunk{begin, end};
    begin = found;
  }
  atomicExch(&current, total - 1);
  return Chunk{total, total};
}
