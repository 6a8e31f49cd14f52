// nextChunk() calls itself again whenever another block was faster: as many calls deep as
// others succeed meanwhile.
// overlay

__device__ Chunk WorkQueue::nextChunk(unsigned blocks) {
  const unsigned long long seen = atomicAdd(&current, 0ull);
  if (seen >= total) return Chunk{seen, seen};
  const unsigned long long size = guidedShare(total - seen, blocks);
  if (atomicCAS(&current, seen, seen + size) == seen) return Chunk{seen, seen + size};
  return nextChunk(blocks);
}
