// expect: stale_value, wrong_result
// says: test for none, and compute the share anew from what it returned
// After a lost race the chunk begins at the new index, with the size of the old one.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  volatile unsigned long long* now = &current;
  unsigned long long begin = *now;
  if (begin >= total) return Chunk{0, 0};
  const unsigned long long size = guidedShare(total - begin, blocks);
  while (atomicCAS(&current, begin, begin + size) != begin) begin = *now;
  return Chunk{begin, begin + size};
}
