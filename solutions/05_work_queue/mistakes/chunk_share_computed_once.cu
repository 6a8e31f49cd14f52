// expect: wrong_result
// says: the share anew
// Computes the share before the loop, not from the index that atomicCAS() returned.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  unsigned long long begin = *static_cast<volatile unsigned long long*>(&current);
  if (begin >= total) return Chunk{total, total};
  const unsigned long long share = guidedShare(total - begin, blocks);
  while (begin < total) {
    const unsigned long long found = atomicCAS(&current, begin, begin + share);
    if (found == begin) return Chunk{begin, begin + share};
    begin = found;
  }
  return Chunk{total, total};
}
