// nextChunk() calls itself again each time that another block was faster.  The recursion
// then gets one call deeper.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  const unsigned long long seen = atomicAdd(&current, 0ull);
  if (seen >= total) return Chunk{seen, seen};
  const unsigned long long size = guidedShare(total - seen, blocks);
  if (atomicCAS(&current, seen, seen + size) == seen) return Chunk{seen, seen + size};
  return nextChunk(blocks);
}
